import { useLookups } from '@/features/loans/lookups';

/** Tells roles, given by their codes, by the names that people read. */
export function useRoleNames(): (codes: readonly string[]) => string {
  const { roles } = useLookups();
  return (codes) => codes.map((code) => roles.find((role) => role.code === code)?.name ?? code).join(', ');
}

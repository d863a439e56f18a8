import { useLookups } from '@/shared/session/lookups';

/** Converts role codes to their names. */
export function useRoleNames(): (codes: readonly string[]) => string {
  const { roles } = useLookups();
  return (codes) => codes.map((code) => roles.find((role) => role.code === code)?.name ?? code).join(', ');
}

import { useLookups } from '@/shared/session/lookups';

/** The name of a role by its code. */
export function useRoleName(): (code: string) => string {
  const { roles } = useLookups();
  return (code) => roles.find((role) => role.code === code)?.name ?? code;
}

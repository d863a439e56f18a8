import { texts } from './texts';
import type { ManagedUser } from './user-calls';

type MembershipRoles = Pick<ManagedUser['memberships'][number], 'roles' | 'displayName' | 'isHeadQuarter' | 'active'>;

/** A user's roles and branches, such as `Originator, Bayside`, without inactive memberships. */
export const rolesByBranch = (
  { memberships }: { memberships: readonly MembershipRoles[] },
  roleName: (code: string) => string,
) =>
  memberships
    .filter(({ active }) => active)
    .map(({ roles, displayName, isHeadQuarter }) =>
      texts.places(
        roles.map(roleName).join(' and ') || texts.noRoles,
        isHeadQuarter ? texts.headquarters : displayName,
      ),
    );

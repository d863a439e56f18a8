import type { QueryClient } from '@tanstack/react-query';
import { choiceElsewhere, choose, forgetChoice, type OrgUnitChoice } from '@/api/org-unit';
import type { User } from '@/api/types';
import { appPath } from '@/shared/lib/app-base';
import { confirmLeave } from '@/shared/lib/unsaved-changes';
import { forgetUserFilters } from '@/shared/lib/user-filters';
import { permissionsQuery } from '../me';
import { afterSwitch } from './after-switch';

/** Works in another branch, or in all of them, unless the page holds work that is not to be lost. */
export async function switchBranch(choice: OrgUnitChoice, user: User, queryClient: QueryClient): Promise<void> {
  if (!(await confirmLeave())) return;
  choose(choice);
  await arrive(choice, user, queryClient);
}

/**
 * Follows the other tab: this one goes on in the branch that was chosen there. False if the user keeps unsaved work, and
 * so stays in this branch for now.
 */
export async function followOtherTab(user: User, queryClient: QueryClient): Promise<boolean> {
  const choice = choiceElsewhere();
  if (!choice) return true;
  if (!(await confirmLeave())) return false;
  choose(choice);
  await arrive(choice, user, queryClient);
  return true;
}

/**
 * Nothing of the branch that was left stays: what was searched and filtered there is forgotten here, what was read is
 * forgotten with the page, which is loaded anew.
 */
async function arrive({ orgUnit }: OrgUnitChoice, user: User, queryClient: QueryClient): Promise<void> {
  sessionStorage.removeItem('recentSearches');
  sessionStorage.removeItem('contactListFilters');
  forgetUserFilters();
  const unitType = user.LinkedOrgs.find(({ id }) => id === orgUnit)?.type ?? '';
  const { pathname } = window.location;
  try {
    const { routes } = await queryClient.fetchQuery({ ...permissionsQuery, staleTime: 0 });
    const outcome = afterSwitch({ pathname, unitType, routes });
    if (outcome === 'reload') window.location.reload();
    else window.location.assign(appPath(outcome.to));
  } catch {
    // The branch was taken away in the meantime: the server says where one works by now.
    forgetChoice();
    window.location.assign(appPath('/app'));
  }
}

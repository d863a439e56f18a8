import type { QueryClient } from '@tanstack/react-query';
import { choiceElsewhere, choose, forgetChoice, type OrgUnitChoice } from '@/api/org-unit';
import type { User } from '@/api/types';
import { appPath } from '@/shared/lib/app-base';
import { confirmLeave } from '@/shared/lib/unsaved-changes';
import { forgetUserFilters } from '@/shared/lib/user-filters';
import { permissionsQuery } from '@/shared/session/me';
import { afterSwitch } from './after-switch';

/** Switches the branch unless the user keeps unsaved work. */
export async function switchBranch(choice: OrgUnitChoice, user: User, queryClient: QueryClient): Promise<void> {
  if (!(await confirmLeave())) return;
  choose(choice);
  await arrive(choice, user, queryClient);
}

/**
 * Switches to the branch that was chosen in another tab. Returns false if the user keeps unsaved work and stays in this
 * branch for now.
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
 * Removes the data of the previous branch: clears stored searches and filters here, and the query cache by loading a
 * new page.
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
    // The user has lost access to the branch. The server chooses another one.
    forgetChoice();
    window.location.assign(appPath('/app'));
  }
}

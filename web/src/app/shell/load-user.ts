import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/errors';
import { choose, currentChoice, forgetChoice } from '@/api/org-unit';
import type { Permissions } from '@/api/types';
import { loadStartup } from '@/app/startup';
import { billingStatusQuery } from '@/features/billing/billing-status';
import { enteredMailboxQuery } from '@/features/integrations/mailbox/mailbox-calls';
import { contextsQuery } from '@/features/people/contexts';
import { firstChoice } from '@/shared/session/first-choice';
import { enteredLookupsQuery, lookupsQuery } from '@/shared/session/lookups';
import { meQuery, permissionsQuery } from '@/shared/session/me';

const userQueries = [
  meQuery,
  permissionsQuery,
  lookupsQuery,
  contextsQuery,
  enteredLookupsQuery,
  enteredMailboxQuery,
  billingStatusQuery,
];

/** Loads the user and their permissions in the chosen branch, or else in their default branch. */
export async function loadUser(queryClient: QueryClient): Promise<Permissions> {
  try {
    return await read(queryClient);
  } catch (cause) {
    // The user may have left the stored branch, or another user of this browser chose it.
    if (!(cause instanceof ApiError && cause.status === 403 && currentChoice())) throw cause;
    forgetChoice();
    forget(queryClient);
    return read(queryClient);
  }
}

/** Drops data that was read in another branch. */
function forget(queryClient: QueryClient): void {
  for (const { queryKey } of userQueries) queryClient.removeQueries({ queryKey });
}

async function read(queryClient: QueryClient): Promise<Permissions> {
  const isLoaded = queryClient.getQueryData(permissionsQuery.queryKey) !== undefined;
  if (!isLoaded) await loadStartup(queryClient);
  if (currentChoice()) {
    const [permissions] = await Promise.all([
      queryClient.ensureQueryData(permissionsQuery),
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(lookupsQuery),
      // No page depends on it. Loading it here makes it available together with the page.
      queryClient.prefetchQuery(enteredMailboxQuery),
    ]);
    return permissions;
  }
  const { activeUser } = await queryClient.ensureQueryData(meQuery);
  const choice = firstChoice(activeUser);
  choose(choice);
  const isDefault = choice.orgUnit === activeUser.WizeOrgUnitId && !choice.consolidated;
  if (!isDefault) forget(queryClient);
  return read(queryClient);
}

import type { QueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { currentChoice } from '@/api/org-unit';
import { noteAnswer } from '@/api/session';
import type { Startup } from '@/api/types';
import { configQuery, withIssuer } from '@/features/access/config';
import { storedUser } from '@/features/access/token-store';
import { billingStatusQuery } from '@/features/billing/billing-status';
import { enteredMailboxQuery } from '@/features/integrations/mailbox/mailbox-calls';
import { isAskedForOwner } from '@/features/orgs/owner/owner-rule';
import { contextsQuery } from '@/features/people/contexts';
import { storeThemeRecord, themeRecordQuery } from '@/shared/brand/theme-record';
import { enteredLookupsQuery, lookupsQuery, pricingLookupsQuery } from '@/shared/session/lookups';
import { meQuery, permissionsQuery } from '@/shared/session/me';

type Early = { status: number; sessionId: string | null; url: string; body: unknown };

let early: Early | null = null;

/**
 * Takes the response to the startup request that `start.js` sent. Seeds theme and config, which are needed before the
 * session begins. Does nothing without a response: the app then calls the single routes.
 */
export async function takeEarlyStartup(queryClient: QueryClient): Promise<void> {
  const start = window.keyturnStart;
  const request = start?.startup;
  delete start?.startup;
  try {
    const response = await request;
    if (!response) return;
    const body: unknown = await response.json();
    early = { status: response.status, sessionId: response.headers.get('X-Session-Id'), url: response.url, body };
    if (!response.ok) return;
    const { theme, config } = body as Partial<Startup>;
    if (theme) queryClient.setQueryData(themeRecordQuery.queryKey, storeThemeRecord(theme));
    if (config) queryClient.setQueryData(configQuery.queryKey, withIssuer(config, window.location.origin));
  } catch {
    early = null;
  }
}

/**
 * Reads all startup data of the user in the chosen branch with one request. If the request fails, the app calls the
 * single routes for the missing parts. A 401 or 403 is thrown, because the single routes would refuse as well.
 */
export async function loadStartup(queryClient: QueryClient): Promise<void> {
  try {
    seed(queryClient, takeEarly() ?? (await answer(api.GET('/api/startup', { params: { query: {} } }))));
  } catch (cause) {
    if (cause instanceof ApiError && (cause.status === 401 || cause.status === 403)) throw cause;
  }
}

/** The early response, if it belongs to this tab's user and branch. */
function takeEarly(): Startup | null {
  const taken = early;
  early = null;
  if (!taken || window.keyturnStart?.token !== storedUser()?.id_token) return null;
  const { status, sessionId, url, body } = taken;
  noteAnswer(status, sessionId, body);
  if (status !== 200) throw new ApiError(status, body, url);
  const startup = body as Startup;
  const choice = currentChoice();
  const unit = startup.user?.activeUser.WizeOrgUnitId;
  return choice && unit && unit !== choice.orgUnit ? null : startup;
}

function seed(queryClient: QueryClient, { user, permissions, lookups, app }: Partial<Startup>): void {
  const set = (queryKey: readonly unknown[], part: unknown) => {
    if (part) queryClient.setQueryData(queryKey, part);
  };
  set(meQuery.queryKey, user);
  set(permissionsQuery.queryKey, permissions);
  set(lookupsQuery.queryKey, lookups);
  if (app?.emailIntegration)
    queryClient.setQueryData(enteredMailboxQuery.queryKey, app.emailIntegration.mailbox ?? null);
  set(contextsQuery.queryKey, app?.contexts);
  set(enteredLookupsQuery.queryKey, app?.keyedLookups);
  set(pricingLookupsQuery.queryKey, app?.pricingLookups);
  // The billing status is read after the question about the company owner, because the answer may change it.
  if (user && !isAskedForOwner(user.activeUser)) set(billingStatusQuery.queryKey, app?.billingStatus);
}

import { isExpiredToken } from '@/api/errors';
import { connectSession, forgetSession, type SessionHooks } from '@/api/session';
import type { Config } from '@/api/types';
import { appPath } from '@/shared/lib/app-base';
import { storeDrafts } from '@/shared/lib/drafts';
import { toast } from '@/shared/ui/toasts/toast-store';
import { touchSession } from './calls';
import { actingHasEnded } from './impersonation/acting';
import { hasRedirect, storeRedirect, takeRedirect } from './redirects';
import { texts } from './texts';
import {
  forgetUser,
  isEnding,
  renewalDelayMs,
  setTokenKey,
  storedUser,
  storeTokens,
  type Tokens,
  tokenKey,
} from './token-store';

/** Milliseconds from the message to the redirect to sign-in. */
export const expiredRedirectMs = 5000;

let auth: Config['auth'];
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
/** One 401 is enough. Parallel requests get the same response. */
let leaving = false;

/** Connects the API client and other tabs to this sign-in. Called once at startup. */
export function startSession(config: Config, hooks: Pick<SessionHooks, 'readOnly' | 'restricted'>): void {
  auth = config.auth;
  setTokenKey(auth);
  connectSession({ idToken: freshIdToken, unauthorized, actingEnded: actingHasEnded, ...hooks });
  window.addEventListener('storage', followOtherTabs);
  planRenewal();
}

export const isSignedIn = (): boolean => storedUser() !== null;

/**
 * Redirects to sign-in. Afterwards the browser returns to `returnTo`, or to the page requested earlier. Two strategies
 * for tests don't use the identity provider: one has its own form, the other takes a token that the test has stored.
 */
export async function beginSignIn(returnTo: string | null): Promise<void> {
  if (returnTo !== null || !hasRedirect()) storeRedirect(returnTo ?? appPath('/'));
  if (auth.strategy === 'custom-login') return window.location.assign(appPath('/login'));
  if (auth.strategy === 'programmatic-login') return window.location.assign(appPath('/autherror'));
  const { userManager } = await import('./oidc');
  // The returned ID token must contain this nonce, so a token of another sign-in is refused.
  await userManager(auth).signinRedirect({ nonce: crypto.randomUUID() });
}

/** Completes the sign-in of the provider's response. Returns the address to open. */
export async function completeSignIn(answer: string): Promise<string> {
  const { userManager } = await import('./oidc');
  await userManager(auth).signinCallback(`${window.location.origin}/callback${answer}`);
  planRenewal();
  return takeRedirect();
}

/** Signs in with tokens that didn't come from a provider's page. Returns the address to open. */
export function adoptTokens(tokens: Tokens): string {
  storeTokens(tokens);
  planRenewal();
  return takeRedirect();
}

/** Drops the sign-in in all tabs. */
export function endSession(): void {
  leaving = true;
  clearTimeout(renewalTimer);
  forgetUser();
  forgetSession();
}

/** The ID token, renewed first if it is about to expire. */
export async function freshIdToken(): Promise<string | null> {
  const user = storedUser();
  if (!user) return null;
  if (!isEnding(user, Date.now()) || !user.refresh_token) return user.id_token;
  return renew(false);
}

/** Continues an idle session: renews the token and reports activity. Failures show at the next request. */
export async function resumeSession(): Promise<void> {
  await renew(true);
  await touchSession().catch(() => {});
}

/**
 * A refresh token works once, so one tab renews at a time and the others use its result. If a renewal fails, the old
 * token stays, and the server's response to it shows the reason.
 */
async function renew(isWanted: boolean): Promise<string | null> {
  return exclusively(async () => {
    const user = storedUser();
    if (!user?.refresh_token || !(isWanted || isEnding(user, Date.now()))) return user?.id_token ?? null;
    try {
      const { userManager } = await import('./oidc');
      const renewed = await userManager(auth).signinSilent();
      planRenewal();
      return renewed?.id_token ?? user.id_token;
    } catch {
      return user.id_token;
    }
  });
}

/** Locks across tabs exist only in secure contexts. Elsewhere the server's grace period of ten seconds must suffice. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('keyturn-token', work) : work();
}

function planRenewal() {
  clearTimeout(renewalTimer);
  const user = storedUser();
  if (!user?.refresh_token) return;
  renewalTimer = setTimeout(() => void freshIdToken(), renewalDelayMs(user, Date.now()));
}

function unauthorized(body: unknown) {
  if (leaving) return;
  leaving = true;
  clearTimeout(renewalTimer);
  if (!isExpiredToken(body)) {
    leaveToSessionEnded();
    return;
  }
  toast.warning(texts.expired);
  setTimeout(() => {
    storeDrafts();
    forgetUser();
    forgetSession();
    void beginSignIn(window.location.pathname + window.location.search);
  }, expiredRedirectMs);
}

/** Redirects to the session-ended page. */
export function leaveToSessionEnded(): void {
  storeDrafts();
  endSession();
  window.location.assign(appPath('/session-ended'));
}

/** Cleared storage or a sign-out in another tab ends this tab's session. A renewal there serves this tab too. */
function followOtherTabs(event: StorageEvent) {
  const isCleared = event.key === null;
  const isSignedOut = event.key === tokenKey() && event.newValue === null;
  const isInside = ['/app', '/org'].some((area) => window.location.pathname.startsWith(appPath(area)));
  if ((isCleared || isSignedOut) && !leaving && isInside) leaveToSessionEnded();
  else if (event.key === tokenKey() && event.newValue) planRenewal();
}

import { isExpiredToken } from '@/api/errors';
import { connectSession, forgetSession, type SessionHooks } from '@/api/session';
import type { Config } from '@/api/types';
import { appPath } from '@/shared/lib/app-base';
import { putWorkAside } from '@/shared/lib/kept-work';
import { toast } from '@/shared/ui/toasts/toast-store';
import { touchSession } from './calls';
import { actingHasEnded } from './impersonation/acting';
import { hasRedirect, storeRedirect, takeRedirect } from './redirects';
import { texts } from './texts';
import {
  forgetUser,
  isEnding,
  keepTokensOf,
  renewalDelayMs,
  storedUser,
  storeTokens,
  type Tokens,
  tokenKey,
} from './token-store';

/** Between the message and the way to the login page, in milliseconds. */
export const expiredRedirectMs = 5000;

let auth: Config['auth'];
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
/** One 401 is enough; the requests under way with it answer the same. */
let leaving = false;

/** Connects the API client and the other tabs to this sign-in. Called once, at the start. */
export function startSession(config: Config, told: Pick<SessionHooks, 'readOnly' | 'restricted'>): void {
  auth = config.auth;
  keepTokensOf(auth);
  connectSession({ idToken: freshIdToken, unauthorized, actingEnded: actingHasEnded, ...told });
  window.addEventListener('storage', followOtherTabs);
  planRenewal();
}

export const isSignedIn = (): boolean => storedUser() !== null;

/**
 * Sends the browser to where people sign in; afterwards it comes back to `returnTo`, or to what was asked for before.
 * That is the identity provider, but for the two strategies of tests, which have a form of their own or take a token that
 * the test has put there.
 */
export async function beginSignIn(returnTo: string | null): Promise<void> {
  if (returnTo !== null || !hasRedirect()) storeRedirect(returnTo ?? appPath('/'));
  if (auth.strategy === 'custom-login') return window.location.assign(appPath('/login'));
  if (auth.strategy === 'programmatic-login') return window.location.assign(appPath('/autherror'));
  const { userManager } = await import('./oidc');
  // The id token that comes back has to name it: one of another sign-in is not taken.
  await userManager(auth).signinRedirect({ nonce: crypto.randomUUID() });
}

/** Ends the sign-in that the provider's answer belongs to, and tells where to go. */
export async function completeSignIn(answer: string): Promise<string> {
  const { userManager } = await import('./oidc');
  await userManager(auth).signinCallback(`${window.location.origin}/callback${answer}`);
  planRenewal();
  return takeRedirect();
}

/** Signs in with tokens that were not fetched from a provider's page, and tells where to go. */
export function adoptTokens(tokens: Tokens): string {
  storeTokens(tokens);
  planRenewal();
  return takeRedirect();
}

/** Forgets who was signed in, in this tab and the others. */
export function endSession(): void {
  leaving = true;
  clearTimeout(renewalTimer);
  forgetUser();
  forgetSession();
}

/** The id token, renewed first where it is about to end. */
export async function freshIdToken(): Promise<string | null> {
  const user = storedUser();
  if (!user) return null;
  if (!isEnding(user, Date.now()) || !user.refresh_token) return user.id_token;
  return renew(false);
}

/** Somebody is there after all: the token is renewed and the server hears of it. What fails shows at the next request. */
export async function resumeSession(): Promise<void> {
  await renew(true);
  await touchSession().catch(() => {});
}

/**
 * A refresh token can be used once, so one tab renews at a time and the others take what it got. A renewal that fails
 * leaves the old token: the server's answer to it then says what happened.
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

/** Locks across tabs exist only in secure contexts; elsewhere the server's ten seconds of grace must do. */
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
    putWorkAside();
    forgetUser();
    forgetSession();
    void beginSignIn(window.location.pathname + window.location.search);
  }, expiredRedirectMs);
}

/** Leaves for the page that says the session is over. */
export function leaveToSessionEnded(): void {
  putWorkAside();
  endSession();
  window.location.assign(appPath('/session-ended'));
}

/** Storage that was emptied, or a sign-out in another tab, ends this tab too; a renewal there serves this tab as well. */
function followOtherTabs(event: StorageEvent) {
  const isCleared = event.key === null;
  const isSignedOut = event.key === tokenKey() && event.newValue === null;
  const isInside = ['/app', '/org'].some((area) => window.location.pathname.startsWith(appPath(area)));
  if ((isCleared || isSignedOut) && !leaving && isInside) leaveToSessionEnded();
  else if (event.key === tokenKey() && event.newValue) planRenewal();
}

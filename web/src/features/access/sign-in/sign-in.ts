import { ApiError } from '@/api/errors';
import { customLogin } from '../calls';
import { publicPost } from '../public-post';
import { adoptTokens } from '../session';

export type Credentials = { email: string; password: string };

/** What the embedded provider wants next of whoever signs in. */
export type SignInStep =
  /** It is done: the browser goes there. So it does where the password has expired or the account is blocked. */
  | { step: 'DONE' | 'PASSWORD_EXPIRED' | 'BLOCKED'; redirectTo: string }
  | { step: 'SECOND_FACTOR'; ticket: string }
  /** The first sign-in without an authenticator: one is set up. `secret` is base32, `qrCode` an SVG. */
  | { step: 'ENROLL'; ticket: string; secret: string; otpauthUri: string; qrCode: string }
  /** After that: what signs in without it. Shown once. */
  | { step: 'RECOVERY_CODES'; redirectTo: string; recoveryCodes: string[] };

/** Shows the provider who signs in; `request` is what the provider gave this page. */
export const signIn = (request: string, { email, password }: Credentials) =>
  publicPost<SignInStep>('/oidc/sign-in', { request, email, password });

/** Shows the provider a code of the authenticator, or a recovery code. */
export const confirmCode = (ticket: string, code: string) =>
  publicPost<SignInStep>('/oidc/second-factor', { ticket, code });

/** The page was open too long; the provider wants the sign-in to begin again. */
export const isRequestGone = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

/** Signs in without a provider, by the form of tests; the ticket is who was shown, for the code comes with it again. */
export async function signInHere(credentials: Credentials, mfaCode?: string): Promise<SignInStep> {
  const answer = await customLogin(mfaCode === undefined ? credentials : { ...credentials, mfaCode });
  if ('mfaRequired' in answer) return { step: 'SECOND_FACTOR', ticket: '' };
  return { step: 'DONE', redirectTo: adoptTokens(answer) };
}

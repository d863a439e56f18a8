import { answer, publicApi } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import { customLogin } from '../calls';
import { adoptTokens } from '../session';

export type Credentials = { email: string; password: string };

/** The embedded provider's next step, or its redirect. */
export type SignInStep = components['schemas']['SignInStep'];

/** Sends the credentials to the provider. `request` identifies the authorization request. */
export const signIn = (request: string, { email, password }: Credentials) =>
  answer(publicApi.POST('/oidc/sign-in', { body: { request, email, password } }));

/** Sends an authenticator code or a recovery code to the provider. */
export const confirmCode = (ticket: string, code: string) =>
  answer(publicApi.POST('/oidc/second-factor', { body: { ticket, code } }));

/** The authorization request has expired, so the sign-in must restart. */
export const isRequestGone = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

/**
 * Signs in without a provider, with the test strategy's form. There is no ticket: the password is sent again with the
 * code.
 */
export async function signInHere(credentials: Credentials, mfaCode?: string): Promise<SignInStep> {
  const outcome = await customLogin(mfaCode === undefined ? credentials : { ...credentials, mfaCode });
  if ('mfaRequired' in outcome) return { step: 'SECOND_FACTOR', ticket: '' };
  return { step: 'DONE', redirectTo: adoptTokens(outcome) };
}

import { answer, publicApi } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import { customLogin } from '../calls';
import { adoptTokens } from '../session';

export type Credentials = { email: string; password: string };

/** What the embedded provider wants next of whoever signs in, or where it sends the browser. */
export type SignInStep = components['schemas']['SignInStep'];

/** Shows the provider who signs in; `request` is what the provider gave this page. */
export const signIn = (request: string, { email, password }: Credentials) =>
  answer(publicApi.POST('/oidc/sign-in', { body: { request, email, password } }));

/** Shows the provider a code of the authenticator, or a recovery code. */
export const confirmCode = (ticket: string, code: string) =>
  answer(publicApi.POST('/oidc/second-factor', { body: { ticket, code } }));

/** The page was open too long; the provider wants the sign-in to begin again. */
export const isRequestGone = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

/** Signs in without a provider, by the form of tests. There is no ticket: the password comes again with the code. */
export async function signInHere(credentials: Credentials, mfaCode?: string): Promise<SignInStep> {
  const outcome = await customLogin(mfaCode === undefined ? credentials : { ...credentials, mfaCode });
  if ('mfaRequired' in outcome) return { step: 'SECOND_FACTOR', ticket: '' };
  return { step: 'DONE', redirectTo: adoptTokens(outcome) };
}

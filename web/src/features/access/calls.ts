import { answer, api, publicApi } from '@/api/client';
import type { components } from '@/api/schema';
import { publicPost } from './public-post';
import type { Tokens } from './token-store';

/** The response to a reset request for a password or a second factor. The specification defines the codes. */
export type LinkAnswer = { success: boolean; message?: string | null; error?: string | null };

/** Requests an email with a link to set a new password. */
export const forgotPassword = (email: string, returnUrl: string): Promise<LinkAnswer> =>
  answer(publicApi.POST('/api/auth/forgot-password', { body: { email, returnUrl } }));

/** Whether a set-password link is valid, and its user. */
export const validateSetPasswordLink = (token: string) =>
  answer(publicApi.POST('/api/auth/set-password/validate', { body: { token } }));

/** Sets the password with the token of a link. */
export const activateUser = (token: string, password: string) =>
  answer(publicApi.POST('/api/auth/activate', { body: { token, password } }));

/** Requests an email with a link to reset the second factor. */
export const resetMfa = (email: string, theme: string): Promise<LinkAnswer> =>
  answer(publicApi.POST('/api/auth/mfa/reset', { body: { email, theme, returnPath: '/reset-mfa-confirmation' } }));

/** Resets the second factor with the token of a link. */
export const confirmMfaReset = (token: string) =>
  answer(publicApi.POST('/api/auth/mfa/reset/confirm', { body: { token } }));

/** Signs in with the app's own form. Only for tests. */
export const customLogin = (body: { email: string; password: string; mfaCode?: string }) =>
  publicPost<Tokens | { mfaRequired: true }>('/api/auth/login', body);

/** Reports user activity to the server. */
export const touchSession = () => answer(api.POST('/api/session/touch'));

/** Finishes the authorization of a lender integration. */
export const postAuthenticate = (body: components['schemas']['PostAuthenticateIn']) =>
  answer(api.POST('/api/lender-integrations/rocket/post-authenticate', { body }));

/** A signed-in device. Instants are RFC 3339. */
export type Login = components['schemas']['Login'];

export const listLogins = () => answer(api.GET('/api/auth/logins'));
export const endLogin = (id: string) => answer(api.DELETE('/api/auth/logins/{id}', { params: { path: { id } } }));
export const endAllLogins = () => answer(api.DELETE('/api/auth/logins'));
export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  answer(api.POST('/api/auth/password', { body }));

export type SecondFactor = components['schemas']['OwnSecondFactor'];

export const readSecondFactor = () => answer(api.GET('/api/auth/second-factor'));
export const renewRecoveryCodes = (code: string) =>
  answer(api.POST('/api/auth/second-factor/recovery-codes', { body: { code } }));

import { ApiError } from '@/api/errors';

export type Credentials = { email: string; password: string };

/**
 * Shows the embedded provider who signs in; `request` is what the provider gave this page. Answers with the address to
 * go on to. A wrong password is an ordinary answer here, not an ended session, so this does not go through the client.
 */
export async function signIn(request: string, { email, password }: Credentials): Promise<string> {
  const response = await fetch('/oidc/sign-in', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ request, email, password }),
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, body, '/oidc/sign-in');
  return (body as { redirectTo: string }).redirectTo;
}

/** The page was open too long; the provider wants the sign-in to begin again. */
export const isRequestGone = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

import { ApiError } from '@/api/errors';

/**
 * Sends a request without a session. It doesn't use the client: it sends no token, and an error belongs to the form
 * instead of ending a session.
 */
export async function publicPost<Answer>(path: string, payload: Record<string, unknown>): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  }).catch(() => {
    throw new ApiError(0, null, path);
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, body, path);
  return body as Answer;
}

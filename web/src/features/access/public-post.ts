import { ApiError } from '@/api/errors';

/**
 * A call that nobody has to be signed in for. No token goes with it, and a refusal is an answer to the form that was sent,
 * never the end of a session, so this does not go through the client.
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

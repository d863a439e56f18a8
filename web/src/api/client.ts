import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError } from './errors';
import type { paths } from './schema';
import { noteAnswer, requestHeaders } from './session';

const session: Middleware = {
  async onRequest({ request }) {
    for (const [name, value] of Object.entries(await requestHeaders())) request.headers.set(name, value);
    return request;
  },
  async onResponse({ response }) {
    const isFailure = [401, 403, 423].includes(response.status);
    const body = isFailure ? await readJson(response.clone()) : null;
    noteAnswer(response.status, response.headers.get('X-Session-Id'), body);
  },
};

/** The typed API client. Paths, parameters and bodies are checked against the server's OpenAPI document. */
export const api = createClient<paths>({ baseUrl: '', fetch: (request) => globalThis.fetch(request) });
api.use(session);

/** The client for requests without a session: it sends no token, and an error response never ends a session. */
export const publicApi = createClient<paths>({ baseUrl: '', fetch: (request) => globalThis.fetch(request) });

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** Returns the body of a successful response. Throws an `ApiError` for any other response. */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  let settled: { data?: T; error?: unknown; response: Response };
  try {
    settled = await call;
  } catch (cause) {
    // A canceled request must stay an AbortError, or the query cache treats it as a failure.
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, null, '');
  }
  const { data, error, response } = settled;
  if (response.ok) return data as T;
  throw new ApiError(response.status, error, response.url);
}

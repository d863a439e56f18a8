import { currentChoice } from './org-unit';

/**
 * Headers of every request and session changes from every response. The sign-in feature connects itself through hooks.
 * This module knows storage keys and headers, but no screens.
 */
export type SessionHooks = {
  /** The ID token to send, renewed if it is about to expire. Null if the user isn't signed in. */
  idToken: () => Promise<string | null>;
  /** Called for every 401, with the response body. */
  unauthorized: (body: unknown) => void;
  /** Called for every 423. */
  readOnly: () => void;
  /** Called with the server's message when the server has ended acting on behalf of another user. */
  actingEnded: (message: string) => void;
  /** Called for every 402: the action needs a license. */
  restricted: () => void;
};

let hooks: SessionHooks = {
  idToken: async () => null,
  unauthorized: () => {},
  readOnly: () => {},
  actingEnded: () => {},
  restricted: () => {},
};

export function connectSession(connected: SessionHooks): void {
  hooks = connected;
}

/** Storage key of the specification. */
const sessionIdKey = 'sessionId';

/** Identifies this tab in live events, so that it can ignore its own. */
export const clientId = crypto.randomUUID();

/** Sent when the user may no longer act on behalf of another user. */
const actingEndedCode = 'LWPERM10003';

let leftLoan = false;
let isBackground = false;

/** Marks the next request as leaving a loan. The server then releases this tab's lock on it. */
export function markLoanExit(): void {
  leftLoan = true;
}

/** Requests started in `begin` don't count as user activity. */
export function inBackground(begin: () => void): void {
  isBackground = true;
  try {
    begin();
  } finally {
    isBackground = false;
  }
}

/** This tab's credentials for channels without headers. Null before the first request and without a signed-in user. */
export async function liveCredentials() {
  const sessionId = sessionStorage.getItem(sessionIdKey);
  const token = await hooks.idToken();
  const choice = currentChoice();
  if (!sessionId || !token) return null;
  const of = choice ? { orgUnitId: choice.orgUnit, consolidated: choice.consolidated } : {};
  return { token, sessionId, rtcClientId: clientId, ...of };
}

/** Headers of the next request. Each call consumes the loan-exit flag, so call once per request. */
export async function requestHeaders(): Promise<Record<string, string>> {
  const headers: Record<string, string> = { 'x-rtc-client-id': clientId };
  if (isBackground) headers['x-background'] = '1';
  const token = await hooks.idToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  const session = sessionStorage.getItem(sessionIdKey);
  if (session) headers['x-session-id'] = session;
  const choice = currentChoice();
  if (choice) {
    headers['x-org-unit-id'] = String(choice.orgUnit);
    headers['x-consolidated'] = String(choice.consolidated);
  }
  if (leftLoan) {
    headers['x-loan-exit'] = 'true';
    leftLoan = false;
  }
  return headers;
}

/** Applies the session changes that a response carries. */
export function noteAnswer(status: number, sessionId: string | null, body: unknown): void {
  if (sessionId) sessionStorage.setItem(sessionIdKey, sessionId);
  if (status === 401) hooks.unauthorized(body);
  if (status === 423) hooks.readOnly();
  const problem = (body && typeof body === 'object' ? body : {}) as { code?: string; message?: string };
  if (status === 403 && problem.code === actingEndedCode) hooks.actingEnded(problem.message ?? '');
  if (status === 402) hooks.restricted();
}

/** Drops the tab's session. The next request opens a new one. */
export function forgetSession(): void {
  sessionStorage.removeItem(sessionIdKey);
}

import { currentChoice } from './org-unit';

/**
 * What every request carries and every answer may change. The sign-in feature connects itself here; this module knows
 * storage keys and headers, and nothing of screens.
 */
export type SessionHooks = {
  /** The id token to send, renewed where it is about to expire; null where nobody is signed in. */
  idToken: () => Promise<string | null>;
  /** Called for every 401, with the answer's body. */
  unauthorized: (body: unknown) => void;
  /** Called for every 423. */
  readOnly: () => void;
  /** Called where the server has ended that somebody else is acted for, with its sentence. */
  actingEnded: (message: string) => void;
  /** Called for every 402: what needs a license was refused. */
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

/** Names this tab in live events, so that it can ignore its own. */
export const clientId = crypto.randomUUID();

/** The code of an answer to who acts for another, and may no more. */
const actingEndedCode = 'LWPERM10003';

let leftLoan = false;
let isBackground = false;

/** The next request says that a loan was left; the server then releases this tab's lock on it. */
export function markLoanExit(): void {
  leftLoan = true;
}

/** Requests that are begun within count as no activity: nobody asked for them. */
export function inBackground(begin: () => void): void {
  isBackground = true;
  try {
    begin();
  } finally {
    isBackground = false;
  }
}

/** Who this tab is where no headers can be sent; null before its first request, and where nobody is signed in. */
export async function liveCredentials() {
  const sessionId = sessionStorage.getItem(sessionIdKey);
  const token = await hooks.idToken();
  const choice = currentChoice();
  if (!sessionId || !token) return null;
  const of = choice ? { orgUnitId: choice.orgUnit, consolidated: choice.consolidated } : {};
  return { token, sessionId, rtcClientId: clientId, ...of };
}

/** Headers of the next request. Asking for them consumes the loan-exit flag, so ask once per request. */
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

/** Takes from an answer what concerns the session, whatever was asked. */
export function noteAnswer(status: number, sessionId: string | null, body: unknown): void {
  if (sessionId) sessionStorage.setItem(sessionIdKey, sessionId);
  if (status === 401) hooks.unauthorized(body);
  if (status === 423) hooks.readOnly();
  const problem = (body && typeof body === 'object' ? body : {}) as { code?: string; message?: string };
  if (status === 403 && problem.code === actingEndedCode) hooks.actingEnded(problem.message ?? '');
  if (status === 402) hooks.restricted();
}

/** Forgets the tab's session; the next request opens a new one. */
export function forgetSession(): void {
  sessionStorage.removeItem(sessionIdKey);
}

import type { Problem } from './types';

/** Shown if the server sent no message. */
export const fallbackMessage = 'Something went wrong.';

/** A response other than 2xx, or no response at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  /** Stable code of the contract, such as `LWLOAN10409`. Empty if the response had none. */
  readonly code: string;
  /** For 422: error messages by field path. */
  readonly fields: Record<string, string>;
  /** Whether the server sent a message that may be shown. */
  readonly hasMessage: boolean;
  readonly requestUrl: string;
  /** The whole body, for responses that carry more than a problem (409). */
  readonly body: unknown;

  constructor(status: number, body: unknown, requestUrl: string) {
    const problem = (body && typeof body === 'object' ? body : {}) as Partial<Problem>;
    super(problem.message || fallbackMessage);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? '';
    this.fields = problem.fields ?? {};
    this.hasMessage = Boolean(problem.message);
    this.requestUrl = requestUrl;
    this.body = body;
  }
}

/** Whether to delay the redirect to sign-in. The server marks an expired token in either of two ways. */
export function isExpiredToken(body: unknown): boolean {
  const problem = (body && typeof body === 'object' ? body : {}) as Partial<Problem>;
  return problem.isExpired === true || problem.code === 'LWAUTH10001';
}

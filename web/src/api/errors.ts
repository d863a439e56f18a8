import type { Problem } from './types';

/** Shown where the server gave no message of its own. */
export const fallbackMessage = 'Something went wrong.';

/** An answer that is no success, or no answer at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  /** Stable code of the contract, such as `LWLOAN10409`; empty where the answer had none. */
  readonly code: string;
  /** For 422: what is wrong, by the path of the field. */
  readonly fields: Record<string, string>;
  /** Whether the server said something that may be shown. */
  readonly hasMessage: boolean;
  readonly requestUrl: string;
  /** The whole body, for answers that carry more than a problem (409). */
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

/** Whether login is redirected after a pause rather than at once: an expired token says so in either of two ways. */
export function isExpiredToken(body: unknown): boolean {
  const problem = (body && typeof body === 'object' ? body : {}) as Partial<Problem>;
  return problem.isExpired === true || problem.code === 'LWAUTH10001';
}

import type { Config } from '@/api/types';
import { decodeBase64 } from '@/shared/lib/base64';

/** The part of the stored sign-in that this program reads; `oidc-client-ts` writes it. Times are in Unix seconds. */
export type StoredUser = { id_token: string; refresh_token?: string; expires_at: number };

/** Renewed this many seconds before it ends, so that no request meets an expired token. */
export const renewAheadSeconds = 60;

let key = '';

/** Tokens are kept under the issuer and client they were made for. */
export function keepTokensOf(auth: Config['auth']): void {
  key = `oidc.user:${auth.issuer}:${auth.clientId}`;
}

export const tokenKey = (): string => key;

export function storedUser(): StoredUser | null {
  const text = key ? localStorage.getItem(key) : null;
  if (!text) return null;
  try {
    const user = JSON.parse(text) as StoredUser;
    return user.id_token ? user : null;
  } catch {
    return null;
  }
}

/** An answer of a token endpoint (RFC 6749, section 5.1). */
export type Tokens = {
  id_token: string;
  refresh_token: string;
  expires_in: number;
  token_type?: string;
  scope?: string;
};

/** Keeps tokens as `oidc-client-ts` would, so that it renews them like its own. */
export function storeTokens(tokens: Tokens): void {
  const user = {
    ...tokens,
    profile: claimsOf(tokens.id_token),
    expires_at: Math.floor(Date.now() / 1000) + tokens.expires_in,
  };
  localStorage.setItem(key, JSON.stringify(user));
}

function claimsOf(idToken: string): unknown {
  try {
    return JSON.parse(decodeBase64(idToken.split('.')[1] ?? '') ?? '{}');
  } catch {
    return {};
  }
}

export function forgetUser(): void {
  localStorage.removeItem(key);
}

/** Whether a token ends soon enough that it should be renewed now. */
export function isEnding(user: StoredUser, nowMs: number): boolean {
  return user.expires_at - nowMs / 1000 <= renewAheadSeconds;
}

/** Milliseconds until a token should be renewed. */
export function renewalDelayMs(user: StoredUser, nowMs: number): number {
  return Math.max(0, (user.expires_at - renewAheadSeconds) * 1000 - nowMs);
}

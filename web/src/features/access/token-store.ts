import type { Config } from '@/api/types';
import { decodeBase64 } from '@/shared/lib/base64';

/** The part of the stored sign-in that this app reads. `oidc-client-ts` writes it. Times are in Unix seconds. */
export type StoredUser = { id_token: string; refresh_token?: string; expires_at: number };

/** Tokens are renewed this many seconds before they expire, so that no request uses an expired one. */
export const renewAheadSeconds = 60;

let key = '';

/** Tokens are stored under their issuer and client. */
export function setTokenKey(auth: Config['auth']): void {
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

/** A token endpoint's response (RFC 6749, section 5.1). */
export type Tokens = {
  id_token: string;
  refresh_token: string;
  expires_in: number;
  token_type?: string;
  scope?: string;
};

/** Stores tokens in the format of `oidc-client-ts`, so that it renews them like its own. */
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

/** Whether a token expires so soon that it should be renewed now. */
export function isEnding(user: StoredUser, nowMs: number): boolean {
  return user.expires_at - nowMs / 1000 <= renewAheadSeconds;
}

/** Milliseconds until a token should be renewed. */
export function renewalDelayMs(user: StoredUser, nowMs: number): number {
  return Math.max(0, (user.expires_at - renewAheadSeconds) * 1000 - nowMs);
}

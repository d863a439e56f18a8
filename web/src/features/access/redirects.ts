import { decodeBase64, encodeBase64 } from '@/shared/lib/base64';

/** The address to open after sign-in, as base64. */
const redirectKey = 'redirect';

/** Pages that would start another sign-in or sign out. */
const neverReturnTo = /^\/(\d+\/)?(callback|idp|login|session-ended|autherror)(\/|$)/i;

export function storeRedirect(path: string): void {
  sessionStorage.setItem(redirectKey, encodeBase64(path));
}

export const hasRedirect = (): boolean => sessionStorage.getItem(redirectKey) !== null;

/** Returns the stored address and deletes it. */
export function takeRedirect(): string {
  const stored = sessionStorage.getItem(redirectKey);
  sessionStorage.removeItem(redirectKey);
  return redirectPath(stored);
}

/** The stored address if it is valid and belongs to this app, else the start page. */
export function redirectPath(stored: string | null): string {
  return localPath(stored === null ? null : decodeBase64(stored)) ?? '/';
}

/**
 * A path of this app, as the browser would resolve it. Null for every address that leaves the origin, in any form, and
 * for pages that take part in sign-in.
 */
export function localPath(address: string | null): string | null {
  // Browsers read a backslash as a slash and skip control characters, so no valid path contains them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check refuses them
  if (!address || !/^\/(?!\/)/.test(address) || /[\\\u0000-\u001f\u007f]/.test(address)) return null;
  const { origin } = window.location;
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin) return null;
  const path = url.pathname + url.search + url.hash;
  // `/.//host` belongs to this origin, but its normalized path starts with two slashes, which is another host's
  // address.
  if (url.pathname.startsWith('//') || neverReturnTo.test(url.pathname)) return null;
  return path;
}

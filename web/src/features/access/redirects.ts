import { decodeBase64, encodeBase64 } from '@/shared/lib/base64';

/** The address to go to after signing in, base64, until the sign-in is through. */
const redirectKey = 'redirect';

/** Where a sign-in would go round in circles, or out again. */
const neverReturnTo = /^\/(\d+\/)?(callback|idp|login|session-ended|autherror)(\/|$)/i;

export function storeRedirect(path: string): void {
  sessionStorage.setItem(redirectKey, encodeBase64(path));
}

export const hasRedirect = (): boolean => sessionStorage.getItem(redirectKey) !== null;

/** Takes the stored address; it is used once. */
export function takeRedirect(): string {
  const stored = sessionStorage.getItem(redirectKey);
  sessionStorage.removeItem(redirectKey);
  return redirectPath(stored);
}

/** The stored address where it can be read and stays in this program, else the start. */
export function redirectPath(stored: string | null): string {
  return localPath(stored === null ? null : decodeBase64(stored)) ?? '/';
}

/**
 * A path of this program, as the browser itself would understand it; null for every address that leaves the origin,
 * however it is written, and for the ones that take part in signing in.
 */
export function localPath(address: string | null): string | null {
  // Browsers read a backslash as a slash and skip control characters, so neither has a place in an honest path.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!address || !/^\/(?!\/)/.test(address) || /[\\\u0000-\u001f\u007f]/.test(address)) return null;
  const { origin } = window.location;
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin) return null;
  const path = url.pathname + url.search + url.hash;
  // `/.//host` is a path of this origin that begins with two slashes once it is put in order: another host's address.
  if (url.pathname.startsWith('//') || neverReturnTo.test(url.pathname)) return null;
  return path;
}

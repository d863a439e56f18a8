/** Base64 of a text's UTF-8 bytes. Plain `btoa` supports only Latin-1. */
export const encodeBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

/** The decoded text, or null if it isn't valid. Accepts both alphabets, because URLs often use the second. */
export function decodeBase64(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Base64 of a text's UTF-8 bytes; plain `btoa` knows Latin-1 only. */
export const encodeBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

/** The text, or null where it is no base64 of one. Both alphabets are read, for addresses often carry the second. */
export function decodeBase64(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

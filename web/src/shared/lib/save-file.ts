/** Time in milliseconds after which the browser has surely read the file. */
const keptMs = 60_000;

/** Downloads a file through the browser. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

/** The file name in a Content-Disposition header (RFC 6266): the Unicode name first, then the plain one. */
export function fileNameOf(header: string | null): string | null {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '');
  try {
    if (extended) return decodeURIComponent(extended.trim());
  } catch {
    // The encoding is invalid. Use the plain name.
  }
  return plain ? (plain[1]?.replace(/\\(.)/g, '$1') ?? plain[2] ?? null) : null;
}

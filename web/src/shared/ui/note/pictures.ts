import { texts } from './texts';

/** Maximum size of a picture in bytes, as on the server. */
const pictureBytesMax = 5 * 1024 * 1024;
/** Maximum length of a note including pictures: the limit of a request, minus the rest of the request. */
const noteCharactersMax = 8_300_000;
const kinds = ['image/png', 'image/jpeg', 'image/webp'];

/** Length of a data URL with this number of bytes. */
const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;

/** Why a picture can't be added to a note of this length, or null if it can. */
export function pictureProblem(file: Pick<File, 'size' | 'type'>, noteLetters: number): string | null {
  if (!kinds.includes(file.type)) return texts.unreadable;
  if (file.size > pictureBytesMax) return texts.tooLarge;
  return noteLetters + base64Length(file.size) > noteCharactersMax ? texts.tooMuch : null;
}

/** Pasted or dropped pictures. Programs that copy text also provide a picture of it, which is ignored. */
export function picturesOf(data: DataTransfer | null): File[] {
  if (data === null) return [];
  const hasWords = data.getData('text/plain').trim() !== '';
  return hasWords ? [] : [...data.files].filter(({ type }) => type.startsWith('image/'));
}

/** A data URL with the picture. Rejects files that browsers can't display. */
export async function addressOf(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  const image = new Image();
  image.src = address;
  await image.decode();
  return address;
}

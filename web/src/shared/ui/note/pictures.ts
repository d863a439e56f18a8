import { texts } from './texts';

/** Bytes of one picture, as the server takes it. */
const pictureBytesMax = 5 * 1024 * 1024;
/** Letters of a note with its pictures: what a request may have, less what stands around the note in it. */
const noteLettersMax = 8_300_000;
const kinds = ['image/png', 'image/jpeg', 'image/webp'];

/** Letters that some bytes take in an address that holds them. */
const lettersOf = (bytes: number) => Math.ceil(bytes / 3) * 4;

/** Why a picture can't stand in a note that has some letters already; null where it can. */
export function pictureProblem(file: Pick<File, 'size' | 'type'>, noteLetters: number): string | null {
  if (!kinds.includes(file.type)) return texts.unreadable;
  if (file.size > pictureBytesMax) return texts.tooLarge;
  return noteLetters + lettersOf(file.size) > noteLettersMax ? texts.tooMuch : null;
}

/** The pictures that are pasted or dropped. Programs that copy words bring a picture of them along, which nobody wants. */
export function picturesOf(data: DataTransfer | null): File[] {
  if (data === null) return [];
  const hasWords = data.getData('text/plain').trim() !== '';
  return hasWords ? [] : [...data.files].filter(({ type }) => type.startsWith('image/'));
}

/** A picture as an address that holds it; rejects what no browser can show. */
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

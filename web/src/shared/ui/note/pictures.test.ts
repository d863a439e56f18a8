import { expect, it } from 'vitest';
import { pictureProblem, picturesOf } from './pictures';
import { texts } from './texts';

const megabyte = 1024 * 1024;
const png = (size: number) => ({ size, type: 'image/png' });

it('an image has at most 5 MB, and all images of a note fit in one request', () => {
  expect(pictureProblem(png(5 * megabyte), 0)).toBeNull();
  expect(pictureProblem(png(5 * megabyte + 1), 0)).toBe(texts.tooLarge);
  expect(pictureProblem(png(3 * megabyte), 4.2 * megabyte)).toBe(texts.tooMuch);
});

it('an image type that the server doesn’t support is reported at once', () => {
  for (const type of ['image/gif', 'image/heic', 'image/svg+xml']) {
    expect(pictureProblem({ size: 10, type }, 0)).toBe(texts.unreadable);
  }
});

it('text pasted together with an image of itself stays text', () => {
  const file = { type: 'image/png' };
  const data = (text: string) => ({ getData: () => text, files: [file, { type: 'text/plain' }] });
  expect(picturesOf(data('') as unknown as DataTransfer)).toEqual([file]);
  expect(picturesOf(data('Rate sheet') as unknown as DataTransfer)).toEqual([]);
  expect(picturesOf(null)).toEqual([]);
});

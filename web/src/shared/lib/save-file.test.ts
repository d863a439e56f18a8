import { expect, it } from 'vitest';
import { fileNameOf } from './save-file';

it('a file keeps its name', () => {
  expect(fileNameOf('attachment; filename="disclosures.pdf"')).toBe('disclosures.pdf');
  expect(fileNameOf('attachment; filename=disclosures.pdf')).toBe('disclosures.pdf');
  expect(fileNameOf('attachment; filename="a \\"b\\".pdf"')).toBe('a "b".pdf');
  expect(fileNameOf(`attachment; filename="x.pdf"; filename*=UTF-8''Zo%C3%AB.pdf`)).toBe('Zoë.pdf');
  expect(fileNameOf(`attachment; filename="x.pdf"; filename*=UTF-8''%E0%A4%A`)).toBe('x.pdf');
  expect(fileNameOf(null)).toBeNull();
  expect(fileNameOf('attachment')).toBeNull();
});

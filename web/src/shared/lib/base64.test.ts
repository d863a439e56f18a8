import { expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64';

it('a text is decoded unchanged, in any script', () => {
  expect(encodeBase64('a@b.co')).toBe('YUBiLmNv');
  for (const text of ['/app/leads', 'Zoë Müller', '東京', '']) expect(decodeBase64(encodeBase64(text))).toBe(text);
});

it('invalid base64 or invalid text decodes to nothing', () => {
  expect(decodeBase64('%%%')).toBeNull();
  expect(decodeBase64('/w==')).toBeNull();
});

import { expect, test } from 'vitest';
import { highlighted } from './highlighted';

const found = (text: string, searched: string) =>
  highlighted(text, searched)
    .filter(({ isFound }) => isFound)
    .map((piece) => piece.text);

test('words match in any order, at the start of a word', () => {
  expect(found('Mary Ann Smith', 'smi mary')).toEqual(['Mary', 'Smi']);
  expect(found('Blacksmith', 'smith')).toEqual([]);
  expect(found('mary.smith@example.com', 'smith')).toEqual(['smith']);
  expect(found('Kowalski-Ní', 'ní')).toEqual(['Ní']);
});

test('phone digits match in any format', () => {
  expect(found('(415) 555-0132', '5550132')).toEqual(['555-0132']);
  expect(found('(415) 555-0132', '415 555 0132')).toEqual(['415) 555-0132']);
  expect(found('2026-100001', '2026-1000')).toEqual(['2026-1000']);
});

test('the pieces add up to the text for any search', () => {
  for (const searched of ['', '.*', '(', 'ma (', '$&', '\\']) {
    const pieces = highlighted('Maya (Ortiz)', searched);
    expect(pieces.map(({ text }) => text).join('')).toBe('Maya (Ortiz)');
  }
});

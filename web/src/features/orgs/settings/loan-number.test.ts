import { expect, test } from 'vitest';
import { loanNumber, patternProblem } from './loan-number';
import { texts } from './texts';

test('the example equals the server’s result', () => {
  const november = new Date(2026, 10, 21);
  expect(loanNumber('{YYYY}-{id}', 100001, '7', november)).toBe('2026-100001');
  expect(loanNumber('HH{YY}{MM}-{branch}-{id}', 42, '207001', new Date(2026, 2, 2))).toBe('HH2603-207001-42');
});

test('a pattern needs the id and no unknown placeholder', () => {
  for (const good of ['{id}', '{YYYY}-{id}', 'HH {YY}{MM}/{branch}.{id}']) expect(patternProblem(good)).toBeUndefined();
  expect(patternProblem('{YYYY}-{branch}')).toBe(texts.patternNeedsId);
  expect(patternProblem('{number}-{id}')).toBe(texts.patternBraces);
  expect(patternProblem('№ {id}')).toBe(texts.patternChars);
  expect(patternProblem(`${'x'.repeat(60)}{id}`)).toBe(texts.patternLength);
});

import { beforeEach, expect, test } from 'vitest';
import { noteSearch, recentSearches } from './recent-searches';

beforeEach(() => sessionStorage.clear());

test('the last ten texts are kept, newest first, each once', () => {
  for (let n = 1; n <= 12; n++) noteSearch(sessionStorage, `text ${n}`);
  noteSearch(sessionStorage, 'Text 5');
  const recent = recentSearches(sessionStorage);
  expect(recent).toHaveLength(10);
  expect(recent.slice(0, 3)).toEqual(['Text 5', 'text 12', 'text 11']);
  expect(recent).not.toContain('text 5');
});

test('anything but a list of texts is ignored', () => {
  for (const kept of ['{', '{"a":1}', '[1]']) {
    sessionStorage.setItem('recentSearches', kept);
    expect(recentSearches(sessionStorage)).toEqual([]);
  }
});

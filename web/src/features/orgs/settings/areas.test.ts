import { expect, test } from 'vitest';
import { areaAt, settingsGroups, visibleAreas, visibleGroups } from './areas';

const all = settingsGroups.flatMap(({ areas }) => areas);

test('who may nothing sees no settings, and no empty group', () => {
  expect(visibleGroups({})).toEqual([]);
  expect(visibleAreas({ '/app/loans': true, '/app/settings/org-config': false })).toEqual([]);
});

test('the pages are those that the server opens, in our order', () => {
  expect(visibleAreas({ '/app/settings/org-config': true }).map(({ to }) => to)).toEqual(['/app/settings/org-config']);
  expect(visibleAreas(Object.fromEntries(all.map(({ to }) => [to, true])))).toEqual(all);
});

test('what lies below a page is that page’s, what only begins like it is not', () => {
  const [first] = all;
  expect(areaAt(`${first?.to}/7`, all)).toBe(first);
  expect(areaAt(`${first?.to}s`, all)).toBeUndefined();
});

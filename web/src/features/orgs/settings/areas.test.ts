import { expect, test } from 'vitest';
import { areaAt, settingsGroups, visibleAreas, visibleGroups } from './areas';

const all = settingsGroups.flatMap(({ areas }) => areas);

test('a user without permissions sees no settings and no empty group', () => {
  expect(visibleGroups({})).toEqual([]);
  expect(visibleAreas({ '/app/loans': true, '/app/settings/org-config': false })).toEqual([]);
});

test('lists the pages that the server allows, in our order', () => {
  expect(visibleAreas({ '/app/settings/org-config': true }).map(({ to }) => to)).toEqual(['/app/settings/org-config']);
  expect(visibleAreas(Object.fromEntries(all.map(({ to }) => [to, true])))).toEqual(all);
});

test('subpages belong to a page, but other pages with the same prefix don’t', () => {
  const [first] = all;
  expect(areaAt(`${first?.to}/7`, all)).toBe(first);
  expect(areaAt(`${first?.to}s`, all)).toBeUndefined();
});

// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { moved, withVisible } from './header-tabs';

const tabs = ['dashboard', 'loans', 'leads'].map((area) => ({ area, visible: true }));
const areas = (of: readonly { area: string }[]) => of.map(({ area }) => area);

it('a tab moves by one position and stops at the ends', () => {
  expect(areas(moved(tabs, 0, 1))).toEqual(['loans', 'dashboard', 'leads']);
  expect(areas(moved(tabs, 2, -1))).toEqual(['dashboard', 'leads', 'loans']);
  expect(moved(tabs, 0, -1)).toEqual(tabs);
  expect(moved(tabs, 2, 1)).toEqual(tabs);
});

it('hiding a tab doesn’t change the others', () => {
  expect(withVisible(tabs, 'loans', false)).toEqual([tabs[0], { area: 'loans', visible: false }, tabs[2]]);
});

import { expect, it } from 'vitest';
import { crumbLimit, shownCrumbs, trailOf } from './breadcrumbs';

const loans = { pathname: '/app/loans', staticData: { breadcrumb: 'Loans', isBreadcrumbHidden: true } };
const loan = { pathname: '/app/loans/12', staticData: {}, loaderData: { breadcrumb: 'Maya Ortiz, 1012' } };

it('a page with a hidden breadcrumb has a title and no trail', () => {
  expect(trailOf([{ pathname: '/app', staticData: {} }, loans])).toEqual({ crumbs: [], title: 'Loans' });
});

it('a record names itself, and the page above it is a link back', () => {
  expect(trailOf([loans, loan])).toEqual({
    crumbs: [
      { label: 'Loans', path: '/app/loans' },
      { label: 'Maya Ortiz, 1012', path: '/app/loans/12' },
    ],
    title: 'Maya Ortiz, 1012',
  });
});

it('a trail has up to ten entries, on phones one', () => {
  expect(crumbLimit(false)).toBe(10);
  expect(crumbLimit(true)).toBe(1);
  const { crumbs } = trailOf([loans, loan]);
  expect(shownCrumbs(crumbs, false).map(({ label }) => label)).toEqual(['Loans', 'Maya Ortiz, 1012']);
  expect(shownCrumbs(crumbs, true).map(({ label }) => label)).toEqual(['Loans']);
  expect(shownCrumbs(crumbs.slice(-1), true).map(({ label }) => label)).toEqual(['Maya Ortiz, 1012']);
});

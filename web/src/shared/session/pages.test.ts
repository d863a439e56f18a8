import { expect, it } from 'vitest';
import { opensPage } from './pages';

const routes = { '/app/settings': true, '/app/settings/billing': false, '/app/leads': false };

it('the longest address decides', () => {
  expect(opensPage(routes, '/app/settings')).toBe(true);
  expect(opensPage(routes, '/app/settings/branches/7')).toBe(true);
  expect(opensPage(routes, '/app/settings/billing')).toBe(false);
  expect(opensPage(routes, '/app/settings/billing/invoices')).toBe(false);
  expect(opensPage(routes, '/app/settings/billing-address')).toBe(true);
});

it('pages that are not listed are open', () => {
  expect(opensPage(routes, '/app/leadsheets')).toBe(true);
  expect(opensPage(routes, '/app/leads/9')).toBe(false);
});

// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { lastOrgRoute, storeOrgRoute } from './org-route';

beforeEach(() => localStorage.clear());

it('returns to the last page, with its search', () => {
  storeOrgRoute(localStorage, '/org/users', { searchOption: 'user', searchValue: 'Smith & Co' });
  expect(localStorage.getItem('lastOrgRoute')).toBe('/org/users');
  expect(lastOrgRoute(localStorage)).toBe('/org/users?searchOption=user&searchValue=Smith+%26+Co');
  storeOrgRoute(localStorage, '/org/companies/7/users', {});
  expect(lastOrgRoute(localStorage)).toBe('/org/companies/7/users');
});

it('returns to no page outside the provider’s area', () => {
  expect(lastOrgRoute(localStorage)).toBe('/org');
  for (const route of [
    '//evil.example',
    '/app/loans',
    'https://evil.example/org',
    '/org/../app',
    '/orgs',
    '/org/x?y',
  ]) {
    localStorage.setItem('lastOrgRoute', route);
    expect(lastOrgRoute(localStorage), route).toBe('/org');
  }
});

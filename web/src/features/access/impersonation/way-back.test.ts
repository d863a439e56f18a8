// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { noteOrgRoute, wayBack } from './way-back';

beforeEach(() => localStorage.clear());

it('returns to the last page, with its search', () => {
  noteOrgRoute(localStorage, '/org/users', { searchOption: 'user', searchValue: 'Smith & Co' });
  expect(localStorage.getItem('lastOrgRoute')).toBe('/org/users');
  expect(wayBack(localStorage)).toBe('/org/users?searchOption=user&searchValue=Smith+%26+Co');
  noteOrgRoute(localStorage, '/org/companies/7/users', {});
  expect(wayBack(localStorage)).toBe('/org/companies/7/users');
});

it('returns to no page outside the provider’s area', () => {
  expect(wayBack(localStorage)).toBe('/org');
  for (const route of [
    '//evil.example',
    '/app/loans',
    'https://evil.example/org',
    '/org/../app',
    '/orgs',
    '/org/x?y',
  ]) {
    localStorage.setItem('lastOrgRoute', route);
    expect(wayBack(localStorage), route).toBe('/org');
  }
});

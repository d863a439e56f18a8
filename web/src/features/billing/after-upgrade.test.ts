import { expect, it } from 'vitest';
import { afterUpgrade } from './after-upgrade';

const all = { '/app/user/edit/api-integration': true, '/app/settings/api-integration': true };

it('an upgrade leads away from billing, to the keys of who pays', () => {
  expect(afterUpgrade('/app/settings/billing', 'COMPANY', all)).toBe('/app/settings/api-integration');
  expect(afterUpgrade('/app/user/edit/billing', 'SELF', all)).toBe('/app/user/edit/api-integration');
});

it('who may make no keys goes to the loans', () => {
  expect(afterUpgrade('/app/settings/billing', 'BRANCH', {})).toBe('/app/loans');
});

it('elsewhere one stays', () => {
  expect(afterUpgrade('/app/loans/5/loan-info', 'COMPANY', all)).toBeNull();
});

import { expect, it } from 'vitest';
import { afterUpgrade } from './after-upgrade';

const all = { '/app/user/edit/api-integration': true, '/app/settings/api-integration': true };

it('after an upgrade on a billing page, the payer’s API keys open', () => {
  expect(afterUpgrade('/app/settings/billing', 'COMPANY', all)).toBe('/app/settings/api-integration');
  expect(afterUpgrade('/app/user/edit/billing', 'SELF', all)).toBe('/app/user/edit/api-integration');
});

it('a user who may not create keys goes to the loans', () => {
  expect(afterUpgrade('/app/settings/billing', 'BRANCH', {})).toBe('/app/loans');
});

it('an upgrade on any other page stays there', () => {
  expect(afterUpgrade('/app/loans/5/loan-info', 'COMPANY', all)).toBeNull();
});

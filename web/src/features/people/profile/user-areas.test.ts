import { expect, it } from 'vitest';
import type { User } from '@/api/types';
import { areasOf, userAreaAt } from './user-areas';

const user = (LWLicensePayer: string) => ({ LWLicensePayer }) as User;
const labels = (payer: string, routes = {}) => areasOf(user(payer), routes).map(({ label }) => label);

it('everybody has a profile and a sign-in, who pays has bills', () => {
  expect(labels('COMPANY')).toEqual(['Profile', 'Sign-in and security']);
  expect(labels('SELF')).toEqual(['Profile', 'Sign-in and security', 'Billing']);
});

it('what the server closes is not listed', () => {
  expect(labels('SELF', { '/app/user/edit/billing': false })).toEqual(['Profile', 'Sign-in and security']);
});

it('the page that is open is the nearest one', () => {
  const areas = areasOf(user('SELF'), {});
  expect(userAreaAt('/app/user/edit', areas)?.label).toBe('Profile');
  expect(userAreaAt('/app/user/edit/billing', areas)?.label).toBe('Billing');
  expect(userAreaAt('/app/user/editor', areas)).toBeUndefined();
});

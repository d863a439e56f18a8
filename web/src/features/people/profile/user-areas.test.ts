import { expect, it } from 'vitest';
import type { User } from '@/api/types';
import { areasOf, userAreaAt } from './user-areas';

const user = (LWLicensePayer: string) => ({ LWLicensePayer }) as User;
const labels = (payer: string, routes = {}) => areasOf(user(payer), routes).map(({ label }) => label);

const ofEverybody = ['Profile', 'Sign-in and security', 'Email connection'];

it('everybody has a profile, a sign-in and a mailbox, who pays has bills', () => {
  expect(labels('COMPANY')).toEqual([...ofEverybody, 'API keys']);
  expect(labels('SELF')).toEqual([...ofEverybody, 'API keys', 'Billing']);
});

it('what the server closes is not listed', () => {
  const closed = { '/app/user/edit/billing': false, '/app/user/edit/api-integration': false };
  expect(labels('SELF', closed)).toEqual(ofEverybody);
});

it('the page that is open is the nearest one', () => {
  const areas = areasOf(user('SELF'), {});
  expect(userAreaAt('/app/user/edit', areas)?.label).toBe('Profile');
  expect(userAreaAt('/app/user/edit/billing', areas)?.label).toBe('Billing');
  expect(userAreaAt('/app/user/editor', areas)).toBeUndefined();
});

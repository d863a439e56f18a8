import { expect, it } from 'vitest';
import type { User } from '@/api/types';
import { areasOf, userAreaAt } from './user-areas';

const user = (LWLicensePayer: string) => ({ LWLicensePayer }) as User;
const labels = (payer: string, routes = {}) => areasOf(user(payer), routes).map(({ label }) => label);

const ofEverybody = ['Profile', 'Sign-in and security', 'Notifications', 'Email connection'];
const ofOfficers = ofEverybody.toSpliced(3, 0, 'My licenses', 'Portal links');

it('all users have a profile, sign-in and mailbox, officers have licenses, payers have billing', () => {
  expect(labels('COMPANY')).toEqual([...ofOfficers, 'API keys']);
  expect(labels('SELF')).toEqual([...ofOfficers, 'API keys', 'Billing']);
});

it('pages that the server closes are not listed', () => {
  const pages = ['billing', 'api-integration', 'licenses', 'borrower-portal'];
  const closed = Object.fromEntries(pages.map((page) => [`/app/user/edit/${page}`, false]));
  expect(labels('SELF', closed)).toEqual(ofEverybody);
});

it('the open page is the one with the longest matching address', () => {
  const areas = areasOf(user('SELF'), {});
  expect(userAreaAt('/app/user/edit', areas)?.label).toBe('Profile');
  expect(userAreaAt('/app/user/edit/billing', areas)?.label).toBe('Billing');
  expect(userAreaAt('/app/user/editor', areas)).toBeUndefined();
  // A user whose company pays has no billing entry, and no other entry is marked.
  expect(userAreaAt('/app/user/edit/billing', areasOf(user('COMPANY'), {}))).toBeUndefined();
});

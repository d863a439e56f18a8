import { expect, it } from 'vitest';
import type { User } from '@/api/types';
import { areasOf, userAreaAt } from './user-areas';

const user = (LWLicensePayer: string) => ({ LWLicensePayer }) as User;
const labels = (payer: string, routes = {}) => areasOf(user(payer), routes).map(({ label }) => label);

const ofEverybody = ['Profile', 'Sign-in and security', 'Notifications', 'Email connection'];
const ofOfficers = ofEverybody.toSpliced(3, 0, 'My licenses', 'Portal links');

it('everybody has a profile, a sign-in and a mailbox, who lends has licenses, who pays has bills', () => {
  expect(labels('COMPANY')).toEqual([...ofOfficers, 'API keys']);
  expect(labels('SELF')).toEqual([...ofOfficers, 'API keys', 'Billing']);
});

it('what the server closes is not listed', () => {
  const pages = ['billing', 'api-integration', 'licenses', 'borrower-portal'];
  const closed = Object.fromEntries(pages.map((page) => [`/app/user/edit/${page}`, false]));
  expect(labels('SELF', closed)).toEqual(ofEverybody);
});

it('the page that is open is the nearest one', () => {
  const areas = areasOf(user('SELF'), {});
  expect(userAreaAt('/app/user/edit', areas)?.label).toBe('Profile');
  expect(userAreaAt('/app/user/edit/billing', areas)?.label).toBe('Billing');
  expect(userAreaAt('/app/user/editor', areas)).toBeUndefined();
  // Whose company pays has no line for it, and no other is marked in its place.
  expect(userAreaAt('/app/user/edit/billing', areasOf(user('COMPANY'), {}))).toBeUndefined();
});

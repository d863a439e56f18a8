import { expect, it } from 'vitest';
import { borrowerPortalLink, inSpanish } from './portal-link';

it('an officer’s NMLS ID ends the link to the borrower portal, exactly once (PORTAL-10)', () => {
  expect(borrowerPortalLink('https://x.co/a', '1234')).toBe('https://x.co/a/1234');
  expect(borrowerPortalLink('https://x.co/a/1234', '1234')).toBe('https://x.co/a/1234');
  expect(borrowerPortalLink('https://x.co/a/', '1234')).toBe('https://x.co/a/1234');
  expect(borrowerPortalLink('https://x.co/a/1234/', '1234')).toBe('https://x.co/a/1234');
  expect(borrowerPortalLink('https://x.co/51234', '1234')).toBe('https://x.co/51234/1234');
  expect(borrowerPortalLink('https://x.co/a', null)).toBe('https://x.co/a');
  expect(borrowerPortalLink('https://x.co/a?b=1', '1234')).toBe('https://x.co/a/1234?b=1');
});

it('the Spanish portal is the same address in another language', () => {
  expect(inSpanish('https://x.co/a/1234')).toBe('https://x.co/a/1234?lang=es');
  expect(inSpanish('https://x.co/a?b=1')).toBe('https://x.co/a?b=1&lang=es');
});

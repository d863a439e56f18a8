import { expect, it } from 'vitest';
import { badgeText } from './badge-text';

it('the badge counts to 99', () => {
  expect([0, 1, 99, 100, 1000].map(badgeText)).toEqual(['0', '1', '99', '99+', '99+']);
});

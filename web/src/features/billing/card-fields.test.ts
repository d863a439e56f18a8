import { expect, it } from 'vitest';
import { ApiError } from '@/api/errors';
import { cardSchema, groupDigits, monthAndYear, refusedCard } from './card-fields';

it('numbers are grouped as on the card', () => {
  expect(groupDigits('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(groupDigits('4242-4242 4')).toBe('4242 4242 4');
  expect(groupDigits('x')).toBe('');
});

it('a month gets its slash while the user types', () => {
  expect(['1', '12', '122', '12/28', '1228123'].map(monthAndYear)).toEqual(['1', '12', '12/2', '12/28', '12/28']);
});

it('an error about the card is shown at its field', () => {
  const error = new ApiError(422, { fields: { paymentToken: 'Declined.', expires: 'Expired.', other: 'x' } }, '');
  expect(refusedCard(error)).toEqual([
    ['number', 'Declined.'],
    ['expires', 'Expired.'],
  ]);
  expect(refusedCard(new Error('x'))).toEqual([]);
});

it('an empty card is not sent', () => {
  expect(cardSchema.safeParse({ number: ' ', expires: '', securityCode: '1' }).error?.issues).toHaveLength(2);
});

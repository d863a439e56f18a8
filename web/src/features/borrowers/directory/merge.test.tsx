import { expect, test } from 'vitest';
import type { Borrower } from './borrowers';
import { defaultChoice, isDifferent, type Preview, textOf, valuesOf } from './merge';

const record = (id: number, FirstName: string, Email: string | null, line: string | null) =>
  ({ id, FirstName, LastName: 'Ortiz', Email, CellPhone: null, address: { line, city: 'Burbank' } }) as Borrower;

const preview = {
  records: [record(1, 'Maya', 'maya@example.com', null), record(2, 'Mayra', null, '12 Main St')],
  survivorId: 1,
  values: {
    FirstName: 'Mayra',
    LastName: 'Ortiz',
    Email: 'maya@example.com',
    address: { line: '12 Main St', city: 'Burbank' },
  },
} as unknown as Preview;

test('each field starts with the server’s proposal, and only different values are offered', () => {
  expect(defaultChoice(preview, 'FirstName')).toBe(2);
  expect(defaultChoice(preview, 'Email')).toBe(1);
  expect([isDifferent(preview, 'LastName'), isDifferent(preview, 'Email')]).toEqual([false, true]);
  expect(textOf(preview.values, 'address')).toBe('12 Main St, Burbank');
});

test('the result contains the values of the chosen records', () => {
  expect(valuesOf(preview, { FirstName: 1 })).toMatchObject({
    FirstName: 'Maya',
    Email: 'maya@example.com',
    address: { line: '12 Main St' },
  });
  expect(valuesOf(preview, { Email: 2 }).Email).toBe('');
});

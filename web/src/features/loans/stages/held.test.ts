import { expect, it } from 'vitest';
import { ApiError } from '@/api/errors';
import { editsOf, heldBy } from './held';

it('entered values are sent as edits of the application', () => {
  expect(
    editsOf({
      rate: ' 6.5 % ',
      purchasePrice: '$1,250,000',
      term: '360',
      address: '12 Elm St, Unit 4',
      state: '',
      closing: '2026-12-18',
    }),
  ).toEqual([
    { path: 'loan/noteRate', from: null, to: '6.5' },
    { path: 'property/purchasePrice', from: null, to: '1250000' },
    { path: 'loan/termMonths', from: null, to: 360 },
    { path: 'property/address/line', from: null, to: '12 Elm St, Unit 4' },
  ]);
});

it('only an error of a rule blocks a loan', () => {
  const items = [{ kind: 'FIELD', field: 'rate', text: 'Rate' }];
  const body = { code: 'LWLOAN10418', message: 'Held by “Complete”: Rate is missing.', details: { items } };
  expect(heldBy(new ApiError(409, body, '/'))).toEqual(items);
  expect(heldBy(new ApiError(409, { ...body, code: 'LWLOAN10411' }, '/'))).toEqual([]);
  expect(heldBy(new Error('offline'))).toEqual([]);
});

import { expect, test } from 'vitest';
import { recordNumber } from './record-number';

const loan = recordNumber('loanId');

test('an address contains a record’s number', () => {
  expect(loan.parse({ loanId: '100017' })).toEqual({ loanId: 100_017 });
  expect(loan.stringify({ loanId: 100_017 })).toEqual({ loanId: '100017' });
});

test('invalid numbers are no record', () => {
  for (const loanId of ['import', '', '0', '-1', '1.5', '1e3', '0x10', ' 7', '9'.repeat(20)]) {
    expect(loan.parse({ loanId }), loanId).toBe(false);
  }
});

import { expect, it } from 'vitest';
import { leavesLoan, loanIdOf } from './loan-exit';

it('opening another loan or a page outside the loan leaves it', () => {
  expect(leavesLoan('/app/loans/12/loan-info', '/app/loans')).toBe(true);
  expect(leavesLoan('/app/loans/12/loan-info', '/app/loans/13/loan-info')).toBe(true);
  expect(leavesLoan('/app/loans/12/loan-info', '/app/loans/12/loan-center')).toBe(false);
  expect(leavesLoan('/app/loans', '/app/loans/12/loan-info')).toBe(false);
});

it('an address names the loan it belongs to', () => {
  expect(loanIdOf('/app/loans/12/loan-info')).toBe(12);
  expect(loanIdOf('/app/loans')).toBeNull();
  expect(loanIdOf('/app/loans/abc')).toBeNull();
});

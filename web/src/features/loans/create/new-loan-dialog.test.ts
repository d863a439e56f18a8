import { expect, it } from 'vitest';
import { newLoanDialog, openNewLoan, tabOf } from './new-loan-dialog';

it('an opener preselects fnma or mismo, and anything else means Manual (LOAN-08)', () => {
  expect(['fnma', 'mismo', 'manual', 'abc', undefined].map(tabOf)).toEqual([
    'fnma',
    'mismo',
    'manual',
    'manual',
    'manual',
  ]);
});

it('the opener gets the loan that was made', async () => {
  const opened = openNewLoan({ LoanPurposeType: 'Refinance', tab: 'mismo' });
  expect(newLoanDialog.get()?.data).toEqual({ LoanPurposeType: 'Refinance', tab: 'mismo' });
  newLoanDialog.get()?.close(undefined);
  await expect(opened).resolves.toBeUndefined();
  expect(newLoanDialog.get()).toBeNull();
});

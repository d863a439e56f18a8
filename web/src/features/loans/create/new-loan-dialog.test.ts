import { expect, it } from 'vitest';
import { emptyForm } from './loan-form';
import { newLoanDialog, openNewLoan, preselected, tabOf } from './new-loan-dialog';

it('an opener preselects fnma or mismo, and anything else means Manual (LOAN-08)', () => {
  expect(['fnma', 'mismo', 'manual', 'abc', undefined].map(tabOf)).toEqual([
    'fnma',
    'mismo',
    'manual',
    'manual',
    'manual',
  ]);
});

it('the opener receives the created loan', async () => {
  const opened = openNewLoan({ LoanPurposeType: 'Refinance', tab: 'mismo' });
  expect(newLoanDialog.get()?.data).toEqual({ LoanPurposeType: 'Refinance', tab: 'mismo' });
  newLoanDialog.get()?.close(undefined);
  await expect(opened).resolves.toBeUndefined();
  expect(newLoanDialog.get()).toBeNull();
});

it('an opener preselects tab and purpose, and the default is a manual purchase (PLUS-14)', () => {
  const form = (data: Parameters<typeof preselected>[0]) => {
    const { tab, ...given } = preselected(data);
    return { tab, purpose: emptyForm({ officer: null, team: {} }, null, given).purpose };
  };
  expect(form({ LoanPurposeType: 'Refinance', tab: 'mismo' })).toEqual({ tab: 'mismo', purpose: 'Refinance' });
  expect(form({ LoanPurposeType: 'Purchase', tab: 'fnma' })).toEqual({ tab: 'fnma', purpose: 'Purchase' });
  expect(form({})).toEqual({ tab: 'manual', purpose: 'Purchase' });
});

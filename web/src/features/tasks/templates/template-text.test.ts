import { expect, it } from 'vitest';
import { dueText, sampleOf } from './template-text';

const tags = [{ name: 'borrower.firstName', label: "Borrower's first name", sample: 'Maya', isOfLoan: false }];

it('a text is previewed with sample values, and unknown tags stay', () => {
  expect(sampleOf('Call {borrower.firstName} {nobody}', tags)).toBe('Call Maya {nobody}');
});

it('the due date of a task is described in words', () => {
  const rule = { days: 3, count: 'BUSINESS', side: 'BEFORE', of: 'CLOSING' } as const;
  expect(dueText({ dueRule: rule })).toBe('3 business days before the loan closes');
  expect(dueText({ dueRule: { ...rule, days: 1, count: 'CALENDAR', side: 'AFTER', of: 'START' } })).toBe(
    '1 day after it is created',
  );
  expect(dueText({ dueRule: { ...rule, days: 0, of: 'LOAN_ESTIMATE' } })).toBe('When the Loan Estimate is due');
  expect(dueText({ dueRule: null })).toBe('No day');
});

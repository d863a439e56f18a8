import { expect, it } from 'vitest';
import type { Batch, Item } from './batch';
import { nextOf, progressOf, secondsLeft, toastsOf } from './outcome';

type Rule = Item['autoRuleErr'][number];

const rule = (text: string, as: 'error' | 'warning' = 'error'): Rule => ({
  identifier: 'A',
  ruleName: 'A rule',
  error: as === 'error' ? text : null,
  warning: as === 'warning' ? text : null,
});

const item = (status: Item['status'], more: Partial<Item> = {}): Item => ({
  _id: crypto.randomUUID(),
  fileName: 'a.xml',
  status,
  LoanId: status === 'DONE' ? 7 : null,
  autoRuleErr: [],
  borrowerName: null,
  canOpen: status === 'DONE',
  ...more,
});

const batch = (...items: Item[]): Batch => ({
  _id: crypto.randomUUID(),
  status: 'COMPLETED',
  MismoImportBatchItems: items,
  data: { otherUsers: { WizeUsers: [] } },
  reset: false,
  createdAt: '2026-11-22T10:00:00Z',
  startedAt: '2026-11-22T10:00:00Z',
  finishedAt: null,
});

it('reports how many loans failed, for all and for some', () => {
  expect(toastsOf(batch(item('DONE'), item('DONE'), item('FAILED')))).toEqual([
    { type: 'error', title: 'Some loans import failed', text: '1/3 loans could not be imported' },
  ]);
  expect(toastsOf(batch(item('INVALID'), item('INVALID_ITEM')))).toEqual([
    { type: 'error', title: 'Loans import failed', text: '2/2 loans could not be imported' },
  ]);
  expect(toastsOf(batch(item('DONE'), item('DONE')))).toEqual([
    { type: 'success', title: 'Loans Import Successful', text: '2 Loan(s) imported successfully' },
  ]);
});

it('reports each rule once, as a failure only for an error', () => {
  const twice = [rule('No license'), rule('No license')];
  expect(toastsOf(batch(...twice.map((one) => item('DONE', { autoRuleErr: [one] }))))).toEqual([
    { type: 'warning', title: 'System Warning', text: 'No license' },
  ]);
  const warned = toastsOf(batch(item('DONE', { autoRuleErr: [rule('Look at it', 'warning')] })));
  expect(warned.map(({ title }) => title)).toEqual(['Loans Import Successful', 'System Warning']);
  const many = Array.from({ length: 7 }, (_, at) => rule(`Rule ${at}.`, 'warning'));
  expect(toastsOf(batch(item('DONE', { autoRuleErr: many })))[1]?.text).toBe(
    'Rule 0. Rule 1. Rule 2. Rule 3. Rule 4. And 2 more.',
  );
});

it('opens the only loan, closes if nothing failed, and stays open otherwise', () => {
  expect(nextOf(batch(item('DONE')))).toEqual({ kind: 'open', loanId: 7 });
  expect(nextOf(batch(item('DONE', { canOpen: false })))).toEqual({ kind: 'close' });
  expect(nextOf(batch(item('FAILED')))).toEqual({ kind: 'stay' });
  expect(nextOf(batch(item('DONE'), item('DONE')))).toEqual({ kind: 'close' });
  expect(nextOf(batch(item('DONE'), item('DONE'), item('FAILED')))).toEqual({ kind: 'stay' });
});

it('estimates the remaining time from the elapsed time', () => {
  const half = batch(item('DONE'), item('DONE'), item('PENDING'), item('PROCESSING'));
  expect(progressOf(half)).toEqual({ done: 2, total: 4 });
  expect(secondsLeft(half, Date.parse('2026-11-22T10:00:30Z'))).toBe(30);
  expect(secondsLeft(batch(item('PENDING')), Date.parse('2026-11-22T10:00:30Z'))).toBeNull();
  expect(secondsLeft(batch(item('DONE')), Date.parse('2026-11-22T10:00:30Z'))).toBeNull();
});

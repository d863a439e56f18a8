import { expect, it } from 'vitest';
import { actionsText, conditionsText, occasionText, runText, triggerText, valueText } from './rule-text';

const stages = [
  { id: 1, label: 'Processing' },
  { id: 2, label: 'Submitted' },
];

const move = { kind: 'CHANGE_STAGE' as const, stageId: 2 };
const set = { kind: 'SET_FIELD' as const, field: 'appraisalWaiver' as const, value: 'Yes' };
const notify = { kind: 'NOTIFY' as const, roles: ['PROCESSOR' as const], message: 'Order it' };

it('a rule is described in words', () => {
  expect(triggerText({ trigger: { kind: 'CREATED', stageIds: [] } }, stages)).toBe('a loan is created');
  expect(triggerText({ trigger: { kind: 'STAGE_ENTERED', stageIds: [2, 1] } }, stages)).toBe(
    'a loan enters Submitted or Processing',
  );
  const when = (trigger: Parameters<typeof triggerText>[0]['trigger']) => triggerText({ trigger }, stages);
  expect(when({ kind: 'FIELD_CHANGED', fields: ['rate', 'lockExpiration'] })).toBe('Rate or Lock expiration changes');
  const closing = { days: 3, count: 'BUSINESS', side: 'BEFORE', of: 'CLOSING' } as const;
  expect(when({ kind: 'DATE_REACHED', day: closing })).toBe('it is 3 business days before the closing');
  expect(when({ kind: 'DATE_REACHED', day: { ...closing, days: 1, side: 'AFTER' } })).toBe(
    'it is 1 business day after the closing',
  );
  expect(when({ kind: 'DATE_REACHED', day: { ...closing, days: 0 } })).toBe('the day has come: the closing');
  expect(when({ kind: 'UNCHANGED', hours: 48 })).toBe('nothing changes on a loan for 48 hours');
  const actions = [{ kind: 'CREATE_TASKS' as const, templateIds: [1, 2, 9] }];
  expect(actionsText({ actions }, stages, stages)).toBe('create Processing, Submitted and a deleted template');
  const hold = {
    kind: 'HOLD' as const,
    fields: ['rate' as const, 'closing' as const],
    templateIds: [1],
    confirmation: 'All is well',
  };
  expect(actionsText({ actions: [hold] }, stages, stages)).toBe(
    'block it until Rate and Closing are filled, “Processing” is done and “All is well” is confirmed',
  );
  expect(actionsText({ actions: [{ kind: 'CHANGE_STAGE', stageId: 2 }] }, [], stages)).toBe('move it to Submitted');
  expect(actionsText({ actions: [set, { ...notify, roles: ['ORIGINATOR', 'PROCESSOR'] }] }, [], stages)).toBe(
    'set Appraisal waiver to Yes; notify Loan Officer and Processor',
  );
  expect(actionsText({ actions: [{ kind: 'HOLD', fields: ['lender'] }] }, stages, stages)).toBe(
    'block it until Lender is filled',
  );
});

it('the occasion of a run is described in words', () => {
  const nothing = { stageName: null, fields: [], reachedOn: null, unchangedSince: null };
  expect(occasionText({ ...nothing, stageName: 'Processing' })).toBe('Processing');
  expect(occasionText({ ...nothing, fields: ['rate', 'term'] })).toBe('Rate and Term changed');
  expect(occasionText({ ...nothing, reachedOn: '2026-11-30' })).toBe('for 11/30/2026');
  expect(occasionText({ ...nothing, unchangedSince: '2026-11-30T15:05:00' })).toBe(
    'unchanged since 11/30/2026 3:05 PM',
  );
});

it('conditions are described in words', () => {
  const nameOf = () => 'Acme';
  const conditions = [
    { field: 'purpose', operator: 'is', values: ['Purchase', 'Refinance'] },
    { field: 'rate', operator: 'empty', values: [] },
    { field: 'amount', operator: 'atLeast', values: ['300000'] },
    { field: 'lender', operator: 'isNot', values: ['4'] },
  ];
  expect(conditionsText({ conditions: { match: 'all', conditions } }, nameOf)).toBe(
    'Purpose is Purchase or Refinance, Rate is empty, Amount is at least $300,000 and Lender is not Acme',
  );
  expect(conditionsText({ conditions: { match: 'any', conditions: conditions.slice(1, 3) } }, nameOf)).toBe(
    'Rate is empty or Amount is at least $300,000',
  );
  expect(conditionsText({ conditions: null }, nameOf)).toBe('');
  expect(valueText('term', ['360'], nameOf)).toBe('Term in months is 360');
  expect(valueText('closing', [], nameOf)).toBe('Closing is empty');
});

it('the log describes what a rule did, would have done, or missed', () => {
  const textOf = (entry: Partial<Parameters<typeof runText>[0]>) =>
    runText({ unmet: null, taskCount: 0, acts: [], refused: null, ...entry }, () => 'Acme', stages);
  expect(textOf({ would: { tasks: ['Pull credit', 'Run AUS'], held: ['Rate is missing'], acts: [move] } })).toBe(
    'would create Pull credit and Run AUS; would move it to Submitted; would block it: Rate is missing',
  );
  expect(textOf({ acts: [move, set, notify] })).toBe(
    'moved it to Submitted; set Appraisal waiver to Yes; notified Processor',
  );
  const unmet = { field: 'purpose', values: ['Refinance'] };
  expect(textOf({ would: { tasks: [], held: [], acts: [] }, unmet })).toBe('not run, Purpose is Refinance');
  expect(textOf({ taskCount: 2 })).toBe('created 2 tasks');
  expect(textOf({})).toBe('ran');
  expect(textOf({ taskCount: 1, refused: 'Avery Stone is working on the loan.' })).toBe(
    'created 1 task. Not done: Avery Stone is working on the loan.',
  );
});

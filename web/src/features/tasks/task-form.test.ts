import { expect, it } from 'vitest';
import { fieldOf, formOf, newForm, taskOf } from './task-form';
import type { Task } from './tasks';

const task = {
  id: 7,
  version: 1,
  title: 'Order appraisal',
  description: '',
  dueDate: '2026-11-30',
  priority: 'HIGH',
  status: 'TODO',
  assigneeId: 4,
  assigneeName: 'Paul Okafor',
  LoanId: 100001,
  borrowerName: 'Maya Ortiz',
  checklist: [],
  waits: false,
} as Partial<Task> as Task;

it('empty fields are removed', () => {
  const form = formOf(task);
  expect(taskOf(form)).toEqual({
    title: 'Order appraisal',
    description: '',
    dueDate: '2026-11-30',
    priority: 'HIGH',
    assigneeId: 4,
    LoanId: 100001,
    LeadId: 0,
    repeat: { every: 0, unit: 'DAY' },
    afterTaskId: 0,
    checklist: [],
  });
  expect(taskOf({ ...form, dueDate: null, assignee: null, loan: null })).toMatchObject({
    dueDate: '',
    assigneeId: 0,
    LoanId: 0,
  });
});

it('a new task is the user’s own, about the record from which it was opened', () => {
  const me = { id: 3, label: 'Avery Stone' };
  expect(newForm(me, {}).assignee).toEqual(me);
  expect(newForm(me, { about: { LeadId: 5 }, aboutName: 'Maya Ortiz' })).toMatchObject({
    lead: { id: 5, label: 'Maya Ortiz' },
    loan: null,
  });
});

it('an error is shown at its field', () => {
  expect(['title', 'assigneeId', 'LoanId'].map(fieldOf)).toEqual(['title', 'assignee', 'loan']);
});

it('values that depend on a loan are sent only with a loan', () => {
  const form = formOf({
    ...task,
    dueRule: { days: 3, count: 'BUSINESS', side: 'BEFORE', of: 'CLOSING' },
    seat: { LoanRole: 'CLOSER', primary: false },
    repeat: { every: 2, unit: 'WEEK' },
    afterTaskId: 6,
    afterTaskTitle: 'Pull credit',
  });
  const sent = taskOf(form);
  expect(sent).toMatchObject({
    dueRule: { days: 3, count: 'BUSINESS', side: 'BEFORE', of: 'CLOSING' },
    seat: { LoanRole: 'CLOSER', primary: false },
    repeat: { every: 2, unit: 'WEEK' },
    afterTaskId: 6,
  });
  expect(sent).not.toHaveProperty('dueDate');
  expect(sent).not.toHaveProperty('assigneeId');
  expect(taskOf({ ...form, loan: null })).toMatchObject({ dueDate: '2026-11-30', assigneeId: 4, LoanId: 0 });
});

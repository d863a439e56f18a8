import { expect, it } from 'vitest';
import { editsOf, problemsOf, resolved } from './edits';
import type { EditableField } from './sections/section';

const fields: EditableField[] = [
  { path: 'borrowers/1/firstName', label: 'First name', value: 'Maya', kind: 'text' },
  { path: 'borrowers/1/email', label: 'Email', value: '', kind: 'email' },
  { path: 'borrowers/1/cellPhone', label: 'Cell phone', value: '(415) 555-0132', kind: 'phone' },
];

it('only what changed is sent, with the value it was made from', () => {
  expect(editsOf(fields, {})).toEqual([]);
  expect(editsOf(fields, { 'borrowers/1/firstName': ' Maya ' })).toEqual([]);
  expect(
    editsOf(fields, {
      'borrowers/1/firstName': 'Mia',
      'borrowers/1/email': 'mia@example.com',
      'borrowers/1/cellPhone': '',
    }),
  ).toEqual([
    { path: 'borrowers/1/firstName', from: 'Maya', to: 'Mia' },
    { path: 'borrowers/1/email', from: null, to: 'mia@example.com' },
    { path: 'borrowers/1/cellPhone', from: '4155550132', to: null },
  ]);
});

it('an email and a phone that can’t be one are told before sending', () => {
  const typed = { 'borrowers/1/email': 'abc', 'borrowers/1/cellPhone': '(123' };
  expect(Object.keys(problemsOf(fields, typed))).toEqual(['borrowers/1/email', 'borrowers/1/cellPhone']);
  expect(problemsOf(fields, { 'borrowers/1/email': '' })).toEqual({});
});

it('keeping mine is a change of their value, using theirs is none', () => {
  const edits = editsOf(fields, { 'borrowers/1/firstName': 'Mia', 'borrowers/1/email': 'mia@example.com' });
  const conflict = { path: 'borrowers/1/firstName', value: 'Marlene', changedBy: 'Priya Nguyen', changedAt: null };
  expect(resolved(edits, [conflict], { 'borrowers/1/firstName': 'mine' })[0]).toEqual({
    path: 'borrowers/1/firstName',
    from: 'Marlene',
    to: 'Mia',
  });
  expect(resolved(edits, [conflict], { 'borrowers/1/firstName': 'theirs' })).toEqual([
    { path: 'borrowers/1/email', from: null, to: 'mia@example.com' },
  ]);
});

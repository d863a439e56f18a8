// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { membersOf, slotLabel, slots, twice } from './teams';

const rosa = { id: 7, label: 'Rosa Martinez' };
const paul = { id: 8, label: 'Paul Okafor' };

test('every role has two slots, but the officer’s own', () => {
  expect(slots).toHaveLength(17);
  expect(slots.at(-1)).toEqual({ role: 'ORIGINATOR', primary: false });
  expect(slots.slice(0, 2).map(slotLabel)).toEqual(['Processor', 'Additional Processor']);
});

test('what is sent holds the filled slots only', () => {
  expect(membersOf({ 'PROCESSOR/primary': rosa, 'PROCESSOR/junior': paul, 'CLOSER/primary': null })).toEqual([
    { LoanRole: 'PROCESSOR', primary: true, WizeUserOrgUnitId: 7 },
    { LoanRole: 'PROCESSOR', primary: false, WizeUserOrgUnitId: 8 },
  ]);
});

test('one person in both slots of a role is found', () => {
  expect(twice({ 'PROCESSOR/primary': rosa, 'PROCESSOR/junior': rosa, 'ASSISTANT/junior': rosa })).toEqual([
    'PROCESSOR/junior',
  ]);
});

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { doubledSlots, membersOf, slotLabel, slots } from './teams';

const rosa = { id: 7, label: 'Rosa Martinez' };
const paul = { id: 8, label: 'Paul Okafor' };

test('each role has two slots, except the officer’s own', () => {
  expect(slots).toHaveLength(17);
  expect(slots.at(-1)).toEqual({ role: 'ORIGINATOR', primary: false });
  expect(slots.slice(0, 2).map(slotLabel)).toEqual(['Processor', 'Additional Processor']);
});

test('the request contains only the filled slots', () => {
  expect(membersOf({ 'PROCESSOR/primary': rosa, 'PROCESSOR/junior': paul, 'CLOSER/primary': null })).toEqual([
    { LoanRole: 'PROCESSOR', primary: true, WizeUserOrgUnitId: 7 },
    { LoanRole: 'PROCESSOR', primary: false, WizeUserOrgUnitId: 8 },
  ]);
});

test('a person in both slots of a role is an error', () => {
  expect(doubledSlots({ 'PROCESSOR/primary': rosa, 'PROCESSOR/junior': rosa, 'ASSISTANT/junior': rosa })).toEqual([
    'PROCESSOR/junior',
  ]);
});

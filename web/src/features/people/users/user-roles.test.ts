import { expect, test } from 'vitest';
import { rolesByBranch } from './user-roles';

const name = (code: string) => ({ ORIGINATOR: 'Originator', ASSISTANT: 'Assistant' })[code] ?? code;

test('lists a user’s roles in each branch where they are active', () => {
  const place = (roles: string[], displayName: string, active = true, isHeadQuarter = false) => ({
    roles,
    displayName,
    active,
    isHeadQuarter,
  });
  const memberships = [
    place(['ORIGINATOR', 'ASSISTANT'], 'Bayside'),
    place(['ORIGINATOR'], 'Harbor Home Lending', true, true),
    place(['ASSISTANT'], 'Summit', false),
    place([], 'North'),
  ];
  expect(rolesByBranch({ memberships }, name)).toEqual([
    'Originator and Assistant, Bayside',
    'Originator, HQ',
    'No role, North',
  ]);
});

import { expect, it } from 'vitest';
import { askedKey, isAskedForOwner, type OwnerQuestionUser } from './owner-rule';

const user = (role: string, unit: Partial<OwnerQuestionUser['WizeOrgUnit']> = {}): OwnerQuestionUser => ({
  id: 7,
  WizeRoles: [{ code: role }],
  WizeOrgUnit: { id: 3, type: 'BROKER', hasOwner: false, noOwnerInd: false, ...unit },
});

it.each<[string, OwnerQuestionUser, boolean]>([
  ['a company admin of a broker without an owner', user('COMPANYADMIN'), true],
  ['one of a processing company', user('COMPANYADMIN', { type: 'PROCESSOR' }), true],
  ['one whose company has an owner', user('COMPANYADMIN', { hasOwner: true }), false],
  ['one whose company has none on purpose', user('COMPANYADMIN', { noOwnerInd: true }), false],
  ['one who works in a branch', user('COMPANYADMIN', { type: 'BRANCH' }), false],
  ['a branch admin of a branch', user('BRANCHADMIN', { type: 'BRANCH' }), false],
  ['a branch admin at headquarters', user('BRANCHADMIN'), false],
  ['an originator', user('ORIGINATOR'), false],
  ['an associate admin', user('ASSOCIATEADMIN'), false],
])('whether %s sees the question about the owner', (_, facts, asked) => {
  expect(isAskedForOwner(facts)).toBe(asked);
});

it('the answer is stored for the unit and the user', () => {
  expect(askedKey(user('COMPANYADMIN'))).toBe('ownerDialogOpened:3:7');
});

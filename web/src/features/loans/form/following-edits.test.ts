import { expect, it } from 'vitest';
import { followingEdits } from './following-edits';

const maya = '0190a0e4-7d65-7c3e-9e5b-000000000001';
const home = '0190a0e4-7d65-7c3e-9e5b-000000000002';
const at = (name: string) => `borrowers/${maya}/declarations/${name}`;

it('URLA-29: No hides the follow-ups of a question and clears them', () => {
  const declarations = {
    intentToOccupy: 'Yes',
    homeownerPastThreeYears: 'Yes',
    priorPropertyUsage: 'Investment',
    undisclosedBorrowedFunds: true,
    undisclosedBorrowedFundsAmount: '2500.00',
  };
  const application = { borrowers: [{ id: maya, declarations }] };
  expect(followingEdits(application, at('intentToOccupy'), 'No')).toEqual([
    [at('homeownerPastThreeYears'), null],
    [at('priorPropertyUsage'), null],
  ]);
  expect(followingEdits(application, at('undisclosedBorrowedFunds'), false)).toEqual([
    [at('undisclosedBorrowedFundsAmount'), null],
  ]);
  expect(followingEdits(application, at('outstandingJudgments'), true)).toEqual([]);
});

it('URLA-24: a refinance puts the subject property first in section 3', () => {
  const address = { line: '2217 Alder Street', state: 'CA' };
  const application = { borrowers: [{ id: maya }], property: { address }, ownedProperties: [{ id: home }] };
  const [[path, property] = [], order] = followingEdits(application, 'loan/purpose', 'Refinance');
  expect(path).toMatch(/^ownedProperties\//);
  expect(property).toMatchObject({ isSubject: true, owners: [maya], address });
  const { id } = property as { id: string };
  expect(order).toEqual(['ownedProperties/order', [id, home]]);
  expect(followingEdits(application, 'loan/purpose', 'Purchase')).toEqual([]);
});

it('URLA-24: the address of 4a changes the one of the subject property, and no other', () => {
  const ownedProperties = [{ id: maya }, { id: home, isSubject: true }];
  expect(followingEdits({ ownedProperties }, 'property/address/city', 'Oakland')).toEqual([
    [`ownedProperties/${home}/address/city`, 'Oakland'],
  ]);
  expect(followingEdits({ ownedProperties: [{ id: maya }] }, 'property/address/city', 'Oakland')).toEqual([]);
});

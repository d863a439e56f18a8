import { expect, it } from 'vitest';
import { rowsOf } from './role-permissions';

const table = {
  version: 3,
  roles: [
    { code: 'ORIGINATOR', name: 'Originator' },
    { code: 'ASSISTANT', name: 'Assistant' },
  ],
  permissions: [
    {
      code: 'LOAN_CREATE',
      purpose: 'Make and import loans',
      cells: [
        { allowed: true, allowedByDefault: true },
        { allowed: false, allowedByDefault: true },
      ],
    },
    {
      code: 'USERS_MANAGE',
      purpose: 'Invite people',
      cells: [
        { allowed: false, allowedByDefault: false, fixed: 'Taken, not given.' },
        { allowed: false, allowedByDefault: false, fixed: 'Taken, not given.' },
      ],
    },
    {
      code: 'LOAN_VIEW',
      purpose: 'See loans',
      cells: [
        { allowed: true, allowedByDefault: true, fixed: 'The same everywhere.' },
        { allowed: true, allowedByDefault: true, fixed: 'The same everywhere.' },
      ],
    },
  ],
};

it('a role has what it may and what it could be given; the rest is not for it', () => {
  const { own, others } = rowsOf(table, 'ASSISTANT');
  expect(own).toEqual([
    { code: 'LOAN_CREATE', purpose: 'Make and import loans', allowed: false, isAltered: true, fixed: null },
    { code: 'LOAN_VIEW', purpose: 'See loans', allowed: true, isAltered: false, fixed: 'The same everywhere.' },
  ]);
  expect(others.map(({ code }) => code)).toEqual(['USERS_MANAGE']);
  expect(rowsOf(table, 'ORIGINATOR').own[0]).toMatchObject({ allowed: true, isAltered: false });
});

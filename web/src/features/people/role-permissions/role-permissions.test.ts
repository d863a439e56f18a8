// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { rowsOf, withCell } from './role-permissions';

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

it('a role has permissions that the company decides, that it always has, and that it never has', () => {
  expect(rowsOf(table, 'ASSISTANT')).toEqual({
    open: [{ code: 'LOAN_CREATE', purpose: 'Make and import loans', allowed: false, isAltered: true }],
    always: ['See loans'],
    never: ['Invite people'],
  });
  expect(rowsOf(table, 'ORIGINATOR').open[0]).toMatchObject({ allowed: true, isAltered: false });
});

it('changing one cell changes no other', () => {
  const changed = withCell(table, { role: 'ASSISTANT', permission: 'LOAN_CREATE', allowed: true });
  expect(rowsOf(changed, 'ASSISTANT').open[0]).toMatchObject({ allowed: true, isAltered: false });
  expect(rowsOf(changed, 'ORIGINATOR')).toEqual(rowsOf(table, 'ORIGINATOR'));
  expect(withCell(changed, { role: 'ASSISTANT', permission: 'LOAN_CREATE', allowed: false })).toEqual(table);
});

// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { User } from '@/api/types';
import { ownOption } from './officers';

const user = (...codes: string[]) =>
  ({
    WizeUserOrgUnitId: 11,
    name: 'Dana Ruiz',
    email: 'dana@harbor.test',
    WizeRoles: codes.map((code) => ({ code, name: code })),
    WizeOrgUnit: { displayName: 'Harbor' },
    isHeadQuarter: true,
  }) as User;

it('the signed-in user is shown with their branch, and a contract processor with a badge', () => {
  expect(ownOption(user('PROCESSOR'))).toMatchObject({ id: 11, label: 'Dana Ruiz', under: 'Harbor', hint: 'HQ' });
  expect(ownOption(user('CONTRACTPROCESSOR', 'PROCESSOR'))).toHaveProperty('badge', 'Contract');
  expect(ownOption(user('PROCESSOR', 'CONTRACTPROCESSOR'))).not.toHaveProperty('badge');
});

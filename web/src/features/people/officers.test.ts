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

it('whoever is signed in is shown with their branch; who processes under contract with a badge', () => {
  expect(ownOption(user('PROCESSOR'))).toMatchObject({ id: 11, label: 'Dana Ruiz', under: 'Harbor', hint: 'HQ' });
  expect(ownOption(user('CONTRACTPROCESSOR', 'PROCESSOR'))).toHaveProperty('badge', 'Contract');
  expect(ownOption(user('PROCESSOR', 'CONTRACTPROCESSOR'))).not.toHaveProperty('badge');
});

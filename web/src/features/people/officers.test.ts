// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { User } from '@/api/types';
import { ownOfficer } from './officers';

const user = (...codes: string[]) =>
  ({
    WizeUserOrgUnitId: 11,
    name: 'Dana Ruiz',
    email: 'dana@harbor.test',
    WizeRoles: codes.map((code) => ({ code, name: code })),
    WizeOrgUnit: { displayName: 'Harbor' },
  }) as User;

it('an originator is the officer of what he creates, a processor is not', () => {
  expect(ownOfficer(user('PROCESSOR', 'ORIGINATOR'))).toMatchObject({ id: 11, label: 'Dana Ruiz' });
  expect(ownOfficer(user('PROCESSOR'))).toBeNull();
});

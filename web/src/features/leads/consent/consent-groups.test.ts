import { expect, test } from 'vitest';
import { type Consent, groupConsents } from './consent-groups';

const word = (kind: 'CALL' | 'TEXT', saidAt: string): Consent => ({
  id: 1,
  kind,
  isGiven: true,
  phone: '4155550132',
  wording: 'You may.',
  saidAt,
  source: 'FORM',
  recordedAt: saidAt,
});

test('a consent to calls and texts given together is one entry', () => {
  const groups = groupConsents([word('TEXT', '2026-10-06'), word('TEXT', '2026-10-05'), word('CALL', '2026-10-05')]);
  expect(groups.map(({ kinds, saidAt }) => [saidAt, kinds])).toEqual([
    ['2026-10-06', ['TEXT']],
    ['2026-10-05', ['CALL', 'TEXT']],
  ]);
});

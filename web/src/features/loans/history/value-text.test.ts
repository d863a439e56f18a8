import { expect, it } from 'vitest';
import { labelOf, valueText } from './value-text';

it('values are shown as people write them', () => {
  expect(valueText(null)).toBe('Empty');
  expect(valueText(false)).toBe('No');
  expect(valueText('6.500')).toBe('6.500');
  expect(valueText('2026-11-18')).toBe('11/18/2026');
  expect(valueText('PrimaryResidence')).toBe('Primary Residence');
  expect(valueText(['Seven', 'Eleven'])).toBe('Seven, Eleven');
  expect(valueText({ id: 'x', line: '1 Elm St', city: 'Oakland', unit: null, owners: [] })).toBe(
    'Line: 1 Elm St; City: Oakland',
  );
  expect(valueText({ id: 'x' })).toBe('Empty');
});

it('a path is labeled without its ids', () => {
  expect(labelOf('borrowers/018f0000-0000-7000-8000-00000000b0b0/firstName')).toBe('Borrowers › First name');
});

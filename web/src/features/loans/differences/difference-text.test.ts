import { expect, it } from 'vitest';
import { chosen, differenceText, fieldLabel, valueText } from './difference-text';

it('a difference is shown in readable form', () => {
  const textOf = (path: string, file: unknown, keyturn: unknown) => differenceText({ path, file, keyturn });
  expect(textOf('incomes/Base', '5500.00', '5200.00')).toBe('File: 5,500.00, current: 5,200.00');
  expect(textOf('phone', '4155550132', '4155550199')).toBe('File: (415) 555-0132, current: (415) 555-0199');
  expect(textOf('citizenship', 'USCitizen', 'PermanentResidentAlien')).toBe(
    'File: U.S. Citizen, current: Permanent Resident Alien',
  );
  const home = { line: '77 Sample Avenue', unit: '4B', city: 'Burbank', state: 'CA', postalCode: '915011234' };
  expect(valueText('address', home)).toBe('77 Sample Avenue, Unit 4B, Burbank, CA 91501-1234');
  expect(fieldLabel('incomes/Base')).toBe('Monthly income: Base');
});

it('differences without a choice use the default', () => {
  const difference = (path: string) => ({ path, file: 'a', keyturn: 'b', default: 'Keyturn' as const });
  const borrower = { borrower: 'casey', name: 'Casey', borrowerId: 7, knownName: 'Casey' };
  const differences = { borrowers: [{ ...borrower, differences: [difference('email'), difference('firstName')] }] };
  expect(chosen(differences, { 'casey/email': 'Later' })).toEqual([
    { borrower: 'casey', borrowerId: 7, path: 'email', keyturn: 'b', choice: 'Later' },
    { borrower: 'casey', borrowerId: 7, path: 'firstName', keyturn: 'b', choice: 'Keyturn' },
  ]);
});

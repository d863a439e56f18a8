import type { components } from '@/api/schema';
import { amount, phone } from '@/shared/lib/format';
import { choiceLabel } from '../form/choices';
import { texts } from './texts';

type Schemas = components['schemas'];
export type ImportDifferences = Schemas['ImportDifferences'];
export type ImportDifference = Schemas['ImportDifference'];
export type LeftDifference = Schemas['LeftDifference'];
export type DifferenceChoice = Schemas['DifferenceChoice'];
export type Choice = Schemas['Choice'];

/** The user's choices, by the borrower's item and the field's path. */
export type Choices = Record<string, Choice>;

export const keyOf = (borrower: string, path: string) => `${borrower}/${path}`;

/** All differences with the user's choice or the default. */
export const chosen = ({ borrowers }: ImportDifferences, choices: Choices): DifferenceChoice[] =>
  borrowers.flatMap(({ borrower, borrowerId, differences }) =>
    differences.map(({ path, keyturn, default: byDefault }) => ({
      borrower,
      borrowerId,
      path,
      keyturn,
      choice: choices[keyOf(borrower, path)] ?? byDefault,
    })),
  );

const incomes = 'incomes/';

/** The label of a field. */
export const fieldLabel = (path: string): string =>
  path.startsWith(incomes)
    ? texts.income(choiceLabel('IncomeType', path.slice(incomes.length)))
    : (texts.fields[path] ?? path);

type Address = { line?: string; unit?: string; city?: string; state?: string; postalCode?: string };

/** A value in readable form. */
export function valueText(path: string, value: unknown): string {
  if (path === 'address') {
    const { line, unit, city, state, postalCode } = value as Address;
    const zip = (postalCode ?? '').replace(/^(\d{5})(\d{4})$/, '$1-$2');
    const street = [line, unit && `Unit ${unit}`].filter(Boolean).join(', ');
    return [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  }
  const text = String(value);
  if (path.startsWith(incomes) || path === 'businessIncome') return amount(text);
  if (path === 'phone' || path === 'workPhone') return phone(text);
  if (path === 'maritalStatus') return choiceLabel('MaritalStatus', text);
  return path === 'citizenship' ? choiceLabel('Citizenship', text) : text;
}

/** Both values in one line: `File: 5,500.00, current: 5,200.00`. */
export const differenceText = ({ path, file, keyturn }: Pick<ImportDifference, 'path' | 'file' | 'keyturn'>): string =>
  texts.bothValues(valueText(path, file), valueText(path, keyturn));

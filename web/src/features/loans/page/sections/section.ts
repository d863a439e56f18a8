/** What the loan page shows of an application: sections of the form, as data, so that they can be tested without a page. */

/** A value, or one that is sealed: masked until it is revealed by its path. */
export type Value = string | { masked: string; path: string };

export type Fact = { label: string; value: Value };

export type Table = {
  columns: readonly { label: string; isNumeric?: boolean }[];
  rows: readonly { key: string; cells: readonly Value[] }[];
  /** Sums under the columns that have one. */
  totals?: readonly string[];
};

export type Group = {
  key: string;
  /** Whose it is, or which of several; none where there is only one. */
  heading?: string;
  facts: readonly Fact[];
  table?: Table;
  /** The fields that can be changed here. */
  fields?: readonly EditableField[];
};

export type Choice = { value: string; label: string };

/** A field of the document that the page can change, by its path. */
export type EditableField = {
  path: string;
  label: string;
  value: string;
  kind: 'text' | 'email' | 'phone' | 'choice';
  choices?: readonly Choice[];
};

export type Section = { key: string; title: string; groups: readonly Group[] };

/** The sections of Form 1003/65, 2021 edition, in its order, by its names. */
export const sectionTitles = {
  '1a': 'Personal Information',
  '1b': 'Current Employment and Income',
  '1c': 'Additional Employment and Income',
  '1d': 'Previous Employment and Income',
  '1e': 'Income from Other Sources',
  '2a': 'Bank, Retirement and Other Accounts',
  '2b': 'Other Assets and Credits',
  '2c': 'Credit Cards, Other Debts and Leases',
  '2d': 'Other Liabilities and Expenses',
  '3a': 'Property You Own',
  '3b': 'Additional Property',
  '3c': 'Additional Property',
  '4a': 'Loan and Property Information',
  '4b': 'Other New Mortgage Loans',
  '4c': 'Rental Income on the Property',
  '4d': 'Gifts or Grants',
  '5a': 'About this Property and Your Money',
  '5b': 'About Your Finances',
  '6': 'Acknowledgments and Agreements',
  '7': 'Military Service',
  '8': 'Demographic Information',
  '9': 'Loan Originator Information',
  L1: 'Property and Loan Information',
  L2: 'Title Information',
  L3: 'Mortgage Loan Information',
  L4: 'Qualifying the Borrower',
} as const;

export type SectionKey = keyof typeof sectionTitles;

export const section = (key: SectionKey, groups: readonly Group[]): Section => ({
  key,
  title: sectionTitles[key],
  groups: groups.filter((group) => group.facts.length > 0 || group.table || group.fields),
});

/** A fact where there is something to say. */
export const fact = (label: string, value: Value | number | null | undefined): Fact[] => {
  if (value === null || value === undefined || value === '') return [];
  return [{ label, value: typeof value === 'number' ? String(value) : value }];
};

/** A fact that everybody looks for, said to be missing where it is. */
export const wanted = (label: string, value: Value | null | undefined): Fact => ({ label, value: value || '' });

/** Yes and No, where they were answered. */
export const yesNo = (answer: boolean | null | undefined): string =>
  answer === undefined || answer === null ? '' : answer ? 'Yes' : 'No';

/** A table where it has rows. */
export const tableOf = (table: Table): Pick<Group, 'table'> => (table.rows.length > 0 ? { table } : {});

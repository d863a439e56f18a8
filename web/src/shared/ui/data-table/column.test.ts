import { expect, it } from 'vitest';
import { type Column, choiceOf, chosenColumns, nextSorting } from './column';

const column = (key: string, more: Partial<Column<null>> = {}): Column<null> => ({
  key,
  head: key,
  cell: () => null,
  ...more,
});
const columns = [
  column('borrower'),
  column('number', { isFixed: true }),
  column('amount', { orderBy: 'amount', firstSort: 'DESC' }),
  column('state', { isExtra: true }),
];
const keys = (chosen?: string) => chosenColumns(columns, chosen).map(({ key }) => key);

it('the default columns are shown until others are chosen', () => {
  expect(keys()).toEqual(['borrower', 'number', 'amount']);
  expect(keys('nonsense')).toEqual(['borrower', 'number', 'amount']);
});

it('chosen columns keep the order of the choice, and the row’s link stays', () => {
  expect(keys('state.borrower')).toEqual(['state', 'borrower', 'number']);
});

it('a choice contains widths and frozen columns, and invalid parts are dropped', () => {
  expect(chosenColumns(columns, 'state-90*.number.nonsense.amount-1.borrower--3')).toMatchObject([
    { key: 'state', width: 90, isWidthChosen: true, isFrozen: true },
    { key: 'number' },
  ]);
  expect(keys(Array(40).fill('state').join('.'))).toHaveLength(31);
});

it('the address contains a choice only if it differs from the default', () => {
  expect(choiceOf(columns, ['amount', 'borrower', 'number'])).toBeUndefined();
  expect(choiceOf(columns, ['borrower', 'state'])).toBe('borrower.number.state');
});

it('the first click sorts in the column’s own direction, the second in the other', () => {
  const amount = columns[2] as Column<null>;
  const first = nextSorting(amount, { orderBy: 'updated', sort: 'DESC' });
  expect(first).toEqual({ orderBy: 'amount', sort: 'DESC' });
  expect(nextSorting(amount, first)).toEqual({ orderBy: 'amount', sort: 'ASC' });
});

import { expect, it } from 'vitest';
import { type Column, chosenColumns, widthOf } from '@/shared/ui/data-table/column';
import { clampWidth, columnsText } from './column-choice';

const column = (key: string, more: Partial<Column<null>> = {}): Column<null> => ({
  key,
  head: key,
  cell: () => null,
  ...more,
});
const columns = [
  column('borrower', { width: 160 }),
  column('amount', { width: 110 }),
  column('city', { isExtra: true }),
];

it('a choice is written as it was read, and the default is not written', () => {
  for (const text of ['amount.borrower', 'city-90*.amount', 'borrower-200*.amount-300', 'city.borrower.amount']) {
    expect(columnsText(columns, chosenColumns(columns, text))).toBe(text);
  }
  expect(columnsText(columns, chosenColumns(columns, undefined))).toBeUndefined();
  expect(columnsText(columns, chosenColumns(columns, 'borrower.amount'))).toBeUndefined();
});

it('a column width has limits', () => {
  expect([clampWidth(3), clampWidth(120.4), clampWidth(9000)]).toEqual([60, 120, 600]);
  expect(columns.map(widthOf)).toEqual([160, 110, 160]);
});

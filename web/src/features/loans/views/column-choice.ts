import type { Column } from '@/shared/ui/data-table/column';

/** Pixels that a column has at least and at most. */
export const widths = { least: 60, most: 600 } as const;

export const clampWidth = (width: number): number => Math.round(Math.min(Math.max(width, widths.least), widths.most));

/** How a choice of columns stands in the address; nothing where it is the usual one. */
export function columnsText<Row>(columns: readonly Column<Row>[], shown: readonly Column<Row>[]): string | undefined {
  const text = shown
    .map(({ key, width, isFrozen }) => {
      const usual = columns.find((column) => column.key === key)?.width;
      return `${key}${width !== undefined && width !== usual ? `-${width}` : ''}${isFrozen ? '*' : ''}`;
    })
    .join('.');
  const usual = columns.filter(({ isExtra }) => !isExtra).map(({ key }) => key);
  return text === usual.join('.') ? undefined : text;
}

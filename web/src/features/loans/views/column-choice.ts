import type { Column } from '@/shared/ui/data-table/column';

/** Minimum and maximum width of a column, in pixels. */
export const widths = { least: 60, most: 600 } as const;

export const clampWidth = (width: number): number => Math.round(Math.min(Math.max(width, widths.least), widths.most));

/** The chosen columns for the address, or undefined for the default. */
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

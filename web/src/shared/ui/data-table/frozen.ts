import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Column, widthOf } from './column';

/** Left offset of each frozen column, and the total width that they cover. */
type Frozen = { left: ReadonlyMap<string, number>; covered: number };

/** The first column is always frozen. The offsets follow from the widths. */
function frozenAt<Row>(columns: readonly Column<Row>[], widthAt: (index: number) => number): Frozen {
  const left = new Map<string, number>();
  let covered = 0;
  for (const [index, column] of columns.entries()) {
    if (column.isFrozen) left.set(column.key, covered);
    if (column.isFrozen || index === 0) covered += widthAt(index);
  }
  return { left, covered };
}

const textOf = ({ left, covered }: Frozen) => `${[...left].join(' ')} ${covered}`;

/** Measures the frozen columns, because columns fit their content. */
export function useFrozen<Row>(table: RefObject<HTMLTableElement | null>, columns: readonly Column<Row>[]): Frozen {
  const [frozen, setFrozen] = useState(() => frozenAt(columns, (index) => widthOf(columns[index] as Column<Row>)));
  useLayoutEffect(() => {
    const heads = [...(table.current?.tHead?.rows[0]?.cells ?? [])];
    const measure = () => {
      const next = frozenAt(columns, (index) => heads[index]?.offsetWidth ?? 0);
      setFrozen((before) => (textOf(before) === textOf(next) ? before : next));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    for (const [index, head] of heads.entries()) if (index === 0 || columns[index]?.isFrozen) sizes.observe(head);
    return () => sizes.disconnect();
  }, [columns, table]);
  return frozen;
}

import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Column } from './column';

/** Rows of a page that somebody chose, and the column in which they are. */
export function useChosenRows<Row extends { id: number }>(rows: readonly Row[], labelOf: (row: Row) => string) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const column: Column<Row> = {
    key: 'choice',
    head: '',
    width: 36,
    isFixed: true,
    cell: (row) => (
      <Checkbox size="xs" aria-label={labelOf(row)} checked={ids.has(row.id)} onChange={() => toggle(row.id)} />
    ),
  };
  return { chosen: rows.filter(({ id }) => ids.has(id)), clear: () => setIds(new Set()), column };
}

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { LoanRow } from '@/api/types';
import { type Column, widthOf } from '@/shared/ui/data-table/column';
import { loanColumns } from '../list/loan-columns';
import { clampWidth, columnsText, widths } from './column-choice';
import { texts } from './texts';
import classes from './view-bar.module.css';

type Props = {
  column: Column<LoanRow>;
  columns: readonly Column<LoanRow>[];
  onChange: (chosen: string | undefined) => void;
};

const step = 16;

/** The edge of a column header. Dragging it or pressing arrow keys changes the width. */
export default function ColumnWidth({ column, columns, onChange }: Props) {
  const from = useRef<{ x: number; width: number } | null>(null);
  if (column.head === '') return null;
  const width = widthOf(column);
  const set = (to: number) => {
    const next = clampWidth(to);
    const shown = columns.map((one) => (one.key === column.key ? { ...one, width: next } : one));
    if (next !== width) onChange(columnsText(loanColumns, shown));
  };
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const drawn = event.currentTarget.closest('th')?.offsetWidth ?? width;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: drawn };
  };
  const drop = (event: PointerEvent<HTMLButtonElement>) => {
    const grabbed = from.current;
    from.current = null;
    event.currentTarget.style.translate = '';
    if (grabbed && event.clientX !== grabbed.x) set(grabbed.width + event.clientX - grabbed.x);
  };
  const follow = (event: PointerEvent<HTMLButtonElement>) => {
    if (from.current) event.currentTarget.style.translate = `${event.clientX - from.current.x}px`;
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(width + by);
  };
  return (
    <button
      type="button"
      role="slider"
      // Keyboard users change widths in the column editor.
      tabIndex={-1}
      data-roving-skip
      aria-label={texts.widthOf(column.head)}
      aria-valuenow={width}
      aria-valuemin={widths.least}
      aria-valuemax={widths.most}
      className={classes.edge}
      onPointerDown={grab}
      onPointerMove={follow}
      onPointerUp={drop}
      onKeyDown={press}
    />
  );
}

import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { pageSize } from '../../lib/constants';
import { useRovingFocus } from '../../lib/use-roving-focus';
import { type Column, isWhole, nextSorting, type Sorting, widthOf } from './column';
import classes from './data-table.module.css';
import { useFrozen } from './frozen';

type Props<Row> = {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the rows load. The table then shows a skeleton. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => number | string;
  /** Without it, headers don't sort. */
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** Called for a click in a row outside its link. */
  onOpen?: (row: Row) => void;
  /** Shows the previous page while the next one loads. */
  isStale?: boolean;
  /** Shown for an empty list. */
  empty?: ReactNode;
  /** An additional control in each header, to change the width. */
  headTool?: ((column: Column<Row>) => ReactNode) | undefined;
};

const rowHeight = 34;
/** Milliseconds before the skeleton appears. */
const shapeAfterMs = 300;
const unsorted: Sorting = { orderBy: '', sort: 'ASC' };
const nothing = () => {};

/** A page of rows with sticky, sortable headers. Click or Enter opens a row, and arrow keys move between rows. */
export function DataTable<Row>(props: Props<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    sorting = unsorted,
    onSort = nothing,
    onOpen,
    isStale,
    empty,
    headTool,
  } = props;
  const table = useRef<HTMLTableElement>(null);
  const heads = useRovingFocus<HTMLTableRowElement>();
  const { left, covered } = useFrozen(table, columns);
  const frozen = (key: string) => (left.has(key) ? { left: left.get(key) } : undefined);
  if (rows?.length === 0 && empty) return <div className={classes.empty}>{empty}</div>;
  return (
    // Scrolls focused elements clear of the frozen columns.
    <div className={classes.scroller} style={{ scrollPaddingLeft: covered }} aria-busy={!rows || isStale}>
      <table ref={table} className={classes.table} aria-label={label}>
        <thead>
          <tr ref={heads} data-roving>
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                sorting={sorting}
                onSort={onSort}
                left={left.get(column.key)}
                tool={headTool?.(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody data-stale={isStale || undefined} data-opens={onOpen ? true : undefined} onKeyDown={moveBetweenRows}>
          {rows ? (
            rows.map((row) => (
              <tr key={rowKey(row)} onClick={(event) => openUnlessInteractive(event, () => onOpen?.(row))}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={column.isNumeric ? classes.numeric : undefined}
                    style={frozen(column.key)}
                    data-whole={isWhole(column) || undefined}
                    data-frozen={left.has(column.key) || undefined}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <LoadingRows columns={columns} />
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Text columns have only a minimum width, so that they share the spare width. */
const sizeOf = <Row,>(column: Column<Row>): CSSProperties =>
  isWhole(column) || column.isWidthChosen || column.isFrozen
    ? { width: widthOf(column), minWidth: isWhole(column) ? undefined : widthOf(column) }
    : { minWidth: widthOf(column) };

type HeadProps<Row> = {
  column: Column<Row>;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  left: number | undefined;
  tool: ReactNode;
};

function Head<Row>({ column, sorting, onSort, left, tool }: HeadProps<Row>) {
  const isSorted = column.orderBy !== undefined && column.orderBy === sorting.orderBy;
  const Arrow = sorting.sort === 'ASC' ? IconArrowUp : IconArrowDown;
  const direction = sorting.sort === 'ASC' ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      className={column.isNumeric ? classes.numeric : undefined}
      aria-sort={column.orderBy ? (isSorted ? direction : 'none') : undefined}
      style={{ ...sizeOf(column), left }}
      data-frozen={left !== undefined || undefined}
    >
      {column.orderBy ? (
        <button type="button" className={classes.sort} onClick={() => onSort(nextSorting(column, sorting))}>
          {column.head}
          {isSorted && <Arrow size={13} aria-hidden />}
        </button>
      ) : (
        (column.headCell ?? column.head)
      )}
      {tool}
    </th>
  );
}

/** Empty space while a page loads. A skeleton appears if loading takes long. */
function LoadingRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), shapeAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? (
    ghostRows(columns)
  ) : (
    <tr className={classes.ghostRow} style={{ height: pageSize * rowHeight }}>
      <td colSpan={columns.length} />
    </tr>
  );
}

const ghostRows = <Row,>(columns: readonly Column<Row>[]) =>
  Array.from({ length: pageSize }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
    <tr key={row} className={classes.ghostRow} style={{ height: rowHeight }}>
      {columns.map(({ key, isNumeric }) => (
        <td key={key} className={isNumeric ? classes.numeric : undefined}>
          <span className={classes.ghost} />
        </td>
      ))}
    </tr>
  ));

/** A click anywhere in a row opens it, unless it hit a link or button, or selected text. */
function openUnlessInteractive(event: MouseEvent, open: () => void) {
  const isInteractive = (event.target as Element).closest('a, button, input');
  if (!isInteractive && !window.getSelection()?.toString()) open();
}

/** Arrow keys, Home and End move between rows. The browser handles Enter on a row's link. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row-link]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (at < 0 || target === undefined) return;
  event.preventDefault();
  links[Math.min(Math.max(target, 0), links.length - 1)]?.focus();
}

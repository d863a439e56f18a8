import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './board.module.css';
import { MoreCards } from './more-cards';

export type BoardColumn<Row> = {
  id: number;
  name: string;
  /** Displayed name. */
  title: ReactNode;
  /** Total of its cards. */
  sum: ReactNode;
  rows: readonly Row[] | undefined;
  failure: string | null;
  /** Loads more cards, if there are any. */
  more?: (() => void) | undefined;
};

export type BoardWords = {
  help: string;
  move: (name: string) => string;
  more: (column: string) => string;
  lifted: (name: string) => string;
  over: (name: string, column: string) => string;
  dropped: (name: string, column: string) => string;
  backAgain: (name: string) => string;
};

type CardParts<Row> = {
  nameOf: (row: Row) => string;
  /** Contents of a card below its name. */
  content: (row: Row) => ReactNode;
  /** The name, which links to the record. */
  link: (row: Row, className: string | undefined) => ReactNode;
  /** Menu with further actions. */
  menu?: (row: Row) => ReactNode;
};

type Versioned = { id: number; version: number };

type Props<Row> = CardParts<Row> & {
  label: string;
  columns: readonly BoardColumn<Row>[];
  words: BoardWords;
  onMove: (row: Row, column: BoardColumn<Row>) => void;
};

/** Records as cards in columns. Cards are moved by dragging, or with Space and the arrow keys. */
export function Board<Row extends Versioned>({ label, columns: read, words, onMove, ...parts }: Props<Row>) {
  const id = useId();
  const columns = onceEach(read);
  const rows = columns.flatMap((column) => column.rows ?? []);
  const moved = useRef<number | null>(null);
  // The moved card is a new element in its new column. Restore the focus to it.
  useEffect(() => {
    const card = document.querySelector<HTMLElement>(`[data-card="${moved.current}"]`);
    if (!card || document.activeElement !== document.body) return;
    card.focus();
    moved.current = null;
  });
  const sensors = useSensors(
    // Start dragging only after a short distance, so that scrolling by touch and opening by click still work.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const row = rows.find((candidate) => candidate.id === Number(active.id));
    const column = columns.find((candidate) => candidate.id === Number(over?.id));
    if (!row || !column || column.rows?.includes(row)) return;
    moved.current = row.id;
    onMove(row, column);
  };
  const announcements: Announcements = announcementsOf(
    words,
    (key) => rows.filter((row) => row.id === Number(key)).map(parts.nameOf)[0] ?? '',
    (key) => columns.find((column) => column.id === Number(key))?.name ?? '',
  );
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={underPointerOrClosest}
      accessibility={{ announcements, screenReaderInstructions: { draggable: words.help } }}
      onDragEnd={drop}
    >
      {/* Keyboard users scroll the board by focusing cards. Without cards, the board itself must be focusable. */}
      <section className={classes.board} aria-label={label} {...(rows.length === 0 && { tabIndex: 0 })}>
        {columns.map((column) => (
          <Column key={column.id} column={column} words={words} {...parts} />
        ))}
      </section>
    </DndContext>
  );
}

/** Columns load separately, so a moved card can be in two of them. Keep only the newest version. */
function onceEach<Row extends Versioned>(columns: readonly BoardColumn<Row>[]): readonly BoardColumn<Row>[] {
  const newest = new Map<number, number>();
  for (const { id, version } of columns.flatMap(({ rows }) => rows ?? [])) {
    newest.set(id, Math.max(version, newest.get(id) ?? version));
  }
  return columns.map((column) => ({
    ...column,
    rows: column.rows?.filter(({ id, version }) => version === newest.get(id)),
  }));
}

type ColumnProps<Row> = CardParts<Row> & { column: BoardColumn<Row>; words: BoardWords };

function Column<Row extends { id: number }>({ column, words, ...parts }: ColumnProps<Row>) {
  const { setNodeRef, isOver } = useDroppable({ id: column.id });
  const id = useId();
  return (
    <section ref={setNodeRef} className={classes.column} data-over={isOver || undefined} aria-labelledby={id}>
      <h2 id={id} className={classes.head}>
        {column.title}
        <span className={classes.sum}>{column.sum}</span>
      </h2>
      {column.failure && <p role="alert">{column.failure}</p>}
      <ul className={classes.cards} aria-busy={!column.rows}>
        {column.rows?.map((row) => (
          <Card key={row.id} row={row} words={words} {...parts} />
        ))}
      </ul>
      {column.more && <MoreCards label={words.more(column.name)} onMore={column.more} />}
    </section>
  );
}

type CardProps<Row> = CardParts<Row> & { row: Row; words: BoardWords };

function Card<Row extends { id: number }>({ row, words, nameOf, content, link, menu }: CardProps<Row>) {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id: row.id });
  return (
    <li className={classes.card} data-dragging={isDragging || undefined} data-menu={Boolean(menu) || undefined}>
      <button
        type="button"
        ref={setNodeRef}
        className={classes.handle}
        style={{ transform: CSS.Translate.toString(transform) }}
        data-card={row.id}
        {...attributes}
        {...listeners}
        aria-label={words.move(nameOf(row))}
      >
        {content(row)}
      </button>
      {link(row, classes.name)}
      {menu && <span className={classes.menu}>{menu(row)}</span>}
    </li>
  );
}

/** With the mouse, the column below the pointer. With the keyboard, the closest one. */
const underPointerOrClosest: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);

/** Arrow keys move to the center of the adjacent column. */
const toNextColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const columns = [...context.droppableRects.entries()].sort(([, a], [, b]) => a.left - b.left);
  const at = columns.findIndex(([, { right }]) => currentCoordinates.x < right);
  const target = columns[Math.min(Math.max(at + step, 0), columns.length - 1)]?.[1];
  return target && { x: target.left + 8, y: Math.max(target.top, currentCoordinates.y) };
};

type NameOf = (id: string | number | undefined) => string;

const announcementsOf = (words: BoardWords, row: NameOf, column: NameOf): Announcements => ({
  onDragStart: ({ active }) => words.lifted(row(active.id)),
  onDragOver: ({ active, over }) => (over ? words.over(row(active.id), column(over.id)) : undefined),
  onDragEnd: ({ active, over }) => words.dropped(row(active.id), column(over?.id)),
  onDragCancel: ({ active }) => words.backAgain(row(active.id)),
});

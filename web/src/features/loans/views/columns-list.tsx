import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button, TextInput, UnstyledButton } from '@mantine/core';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId, useState } from 'react';
import type { LoanRow } from '@/api/types';
import { type Column, chosenColumns, columnsMax, widthOf } from '@/shared/ui/data-table/column';
import { clampWidth, columnsText } from './column-choice';
import { texts } from './texts';
import classes from './view-bar.module.css';

type LoanColumn = Column<LoanRow>;
export type ColumnsProps = {
  columns: readonly LoanColumn[];
  chosen: string | undefined;
  onChange: (chosen: string | undefined) => void;
};

/** The shown columns in order, with width and freezing, and the hidden columns. */
export default function ColumnsList({ columns, chosen, onChange }: ColumnsProps) {
  const id = useId();
  const shown = chosenColumns(columns, chosen);
  const others = columns.filter(({ key }) => !shown.some((column) => column.key === key));
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const change = (next: readonly LoanColumn[]) => onChange(columnsText(columns, next));
  const drop = ({ active, over }: DragEndEvent) => {
    const at = (key: string | number | undefined) => shown.findIndex((column) => column.key === key);
    if (over && at(active.id) !== at(over.id)) change(arrayMove([...shown], at(active.id), at(over.id)));
  };
  return (
    <>
      <DndContext
        id={id}
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements: announcementsOf(shown),
          screenReaderInstructions: { draggable: texts.moveHelp },
        }}
        onDragEnd={drop}
      >
        <SortableContext items={shown.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          <ol className={classes.shown} aria-label={texts.columnsShown}>
            {shown.map((column, at) => (
              <Shown
                key={column.key}
                column={column}
                onUp={at > 0 ? () => change(arrayMove([...shown], at, at - 1)) : undefined}
                onChange={(to) => change(shown.flatMap((one) => (one === column ? (to ? [to] : []) : [one])))}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {others.length > 0 && <h3 className={classes.more}>{texts.moreColumns}</h3>}
      <ul className={classes.others}>
        {others.map((column) => (
          <li key={column.key}>
            <UnstyledButton
              aria-label={texts.show(column.head)}
              disabled={shown.length >= columnsMax}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget);
                change([...shown, column]);
              }}
            >
              <IconPlus size={13} aria-hidden />
              {column.head}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Button variant="default" fullWidth mt={8} disabled={!chosen} onClick={() => onChange(undefined)}>
        {texts.reset}
      </Button>
    </>
  );
}

type ShownProps = {
  column: LoanColumn;
  onChange: (column: LoanColumn | null) => void;
  /** Moves the column up. Undefined for the first. */
  onUp: (() => void) | undefined;
};

function Shown({ column, onChange, onUp }: ShownProps) {
  const { key, head, isFixed, isFrozen = false } = column;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  });
  return (
    <li
      ref={setNodeRef}
      className={classes.column}
      data-dragged={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <UnstyledButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className={classes.handle}
        aria-label={texts.move(head)}
      >
        <IconGripVertical size={15} aria-hidden />
      </UnstyledButton>
      <span className={classes.name}>{head}</span>
      <ActionIcon size={26} aria-label={texts.moveUp(head)} disabled={!onUp} onClick={onUp}>
        <IconChevronUp size={15} />
      </ActionIcon>
      <Width column={column} onChange={(width) => onChange({ ...column, width })} />
      <ActionIcon
        size={26}
        variant={isFrozen ? 'light' : 'subtle'}
        aria-label={texts.freeze(head)}
        aria-pressed={isFrozen}
        onClick={() => onChange({ ...column, isFrozen: !isFrozen })}
      >
        <IconPin size={15} />
      </ActionIcon>
      <ActionIcon
        size={26}
        aria-label={texts.hide(head)}
        disabled={isFixed === true}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget);
          onChange(null);
        }}
      >
        <IconX size={15} />
      </ActionIcon>
    </li>
  );
}

/** Moves the focus to the neighbor of a column that leaves its list. */
function focusBeside(button: HTMLElement): void {
  const line = button.closest('li');
  const beside = line?.nextElementSibling ?? line?.previousElementSibling;
  beside?.querySelector<HTMLElement>('button')?.focus();
}

/** A width field that applies on blur or Enter. */
function Width({ column, onChange }: { column: LoanColumn; onChange: (width: number) => void }) {
  const width = widthOf(column);
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    const to = Number(typed);
    if (typed !== null && Number.isFinite(to) && to > 0 && to !== width) onChange(clampWidth(to));
    setTyped(null);
  };
  return (
    <TextInput
      className={classes.width}
      size="xs"
      inputMode="numeric"
      aria-label={texts.widthOf(column.head)}
      value={typed ?? String(width)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

const announcementsOf = (shown: readonly LoanColumn[]): Announcements => {
  const head = (key: string | number) => shown.find((column) => column.key === key)?.head ?? '';
  const place = (key: string | number) => shown.findIndex((column) => column.key === key) + 1;
  return {
    onDragStart: ({ active }) => texts.lifted(head(active.id), place(active.id), shown.length),
    onDragOver: ({ active, over }) => (over ? texts.over(head(active.id), place(over.id), shown.length) : undefined),
    onDragEnd: ({ active, over }) => texts.dropped(head(active.id), place(over?.id ?? active.id), shown.length),
    onDragCancel: ({ active }) => texts.backAgain(head(active.id)),
  };
};

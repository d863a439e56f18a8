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
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useId } from 'react';
import { type CompanyList, type ListEntry, type ListName, movedIds, useListOrder } from './company-list';
import { EntryRow } from './entry-row';
import classes from './list-card.module.css';
import { texts } from './texts';

type Props = {
  list: ListName;
  loaded: CompanyList;
  label: string;
  onEdit: (entry: ListEntry) => void;
  onRetire: (entry: ListEntry) => void;
  onRemove: (entry: ListEntry) => void;
};

/** Active entries. The user reorders them by dragging, arrow keys or an entry's menu. */
export function EntryRows({ list, loaded, label, ...actions }: Props) {
  const id = useId();
  const order = useListOrder(list);
  const offered = loaded.rows.filter(({ isActive }) => isActive);
  const sensors = useSensors(
    // A drag needs some movement, because a touch may be meant to scroll.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (entry: number, over: number) =>
    order.mutate({ from: loaded.rows.map((row) => row.id), to: movedIds(loaded.rows, entry, over) });
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) move(Number(active.id), Number(over.id));
  };
  const past = (entry: ListEntry, beside: ListEntry | undefined) => beside && (() => move(entry.id, beside.id));
  const kinds = new Map(loaded.kinds.map((kind) => [kind.code, kind]));
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf(offered),
        screenReaderInstructions: { draggable: texts.moveHelp },
      }}
      onDragEnd={drop}
    >
      <SortableContext items={offered.map((row) => row.id)} strategy={verticalListSortingStrategy}>
        <ol className={classes.rows} aria-label={label}>
          {offered.map((entry, at) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              kind={kinds.get(entry.kind ?? '')}
              onUp={past(entry, offered[at - 1])}
              onDown={past(entry, offered[at + 1])}
              {...actions}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

const announcementsOf = (rows: readonly ListEntry[]): Announcements => {
  const name = (id: string | number) => rows.find((row) => row.id === id)?.name ?? '';
  const place = (id: string | number) => rows.findIndex((row) => row.id === id) + 1;
  return {
    onDragStart: ({ active }) => texts.lifted(name(active.id), place(active.id), rows.length),
    onDragOver: ({ active, over }) => (over ? texts.over(name(active.id), place(over.id), rows.length) : undefined),
    onDragEnd: ({ active, over }) => texts.dropped(name(active.id), place(over?.id ?? active.id), rows.length),
    onDragCancel: ({ active }) => texts.cancelled(name(active.id)),
  };
};

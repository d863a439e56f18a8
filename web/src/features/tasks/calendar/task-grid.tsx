import {
  DndContext,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { dayByKey, dayInWords, dayNumber, type Span, weekdayInShort, weekdayInWords } from '../days';
import { openTask } from '../open-task';
import type { TaskRow } from '../tasks';
import { texts } from '../texts';
import type { TaskDay } from './calendar-query';
import classes from './task-calendar.module.css';

export type CalendarParts = {
  weeks: readonly (readonly string[])[];
  days: ReadonlyMap<string, TaskDay>;
  today: string;
  /** The selected day. */
  on: string;
  span: Span;
  /** Maximum tasks shown for a day. */
  shown: number;
  onOpen: (day: string) => void;
};

type Props = CalendarParts & {
  isStale: boolean;
  onDay: (day: string) => void;
  onMove: (task: TaskRow, day: string) => void;
};

/** A grid of days for keyboard navigation. The user drags tasks between days. */
export function TaskGrid({ weeks, days, today, on, span, shown, isStale, onOpen, onDay, onMove }: Props) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  /** A day that arrow keys selected but that isn't rendered yet. The next key applies to it. */
  const walkedTo = useRef<string | null>(null);
  // Keeps keyboard focus on the selected day, also when the month changes.
  useEffect(() => {
    if (!walkedTo.current) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${on}"]`)?.focus();
    if (walkedTo.current === on) walkedTo.current = null;
  }, [on]);
  // A press opens a task. A drag needs some movement.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const walk = (event: KeyboardEvent, focused: string) => {
    if (event.target !== event.currentTarget) return;
    const from = walkedTo.current ?? focused;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(from);
      return;
    }
    const to = dayByKey(from, event.key);
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    walkedTo.current = to;
    onDay(to);
  };
  const month = span === 'month' ? on.slice(0, 7) : null;
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragEnd={({ active, over }) => {
        const task = active.data.current as TaskRow | undefined;
        if (task && over && over.id !== task.dueDate) onMove(task, String(over.id));
      }}
    >
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked
        role="grid"
        className={classes.grid}
        data-span={span}
        data-stale={isStale || undefined}
        aria-label={texts.calendarHelp}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekdayInWords(day)}>
                {weekdayInShort(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Day
                  key={day}
                  day={day}
                  due={days.get(day)}
                  shown={shown}
                  today={today}
                  isChosen={day === on}
                  isOutside={month !== null && !day.startsWith(month)}
                  onKeyDown={(event) => walk(event, day)}
                  onOpen={() => onOpen(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </DndContext>
  );
}

type DayProps = {
  day: string;
  due: TaskDay | undefined;
  shown: number;
  today: string;
  isChosen: boolean;
  isOutside: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: () => void;
};

function Day({ day, due, shown, today, isChosen, isOutside, onKeyDown, onOpen }: DayProps) {
  const { setNodeRef, isOver } = useDroppable({ id: day });
  const rows = due?.rows.slice(0, shown) ?? [];
  const hidden = (due?.count ?? 0) - rows.length;
  // Tab visits only the tasks of the selected day.
  const tabIndex = isChosen ? 0 : -1;
  return (
    <td
      ref={setNodeRef}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell that is walked to
      role="gridcell"
      tabIndex={tabIndex}
      aria-label={texts.dayWithCount(dayInWords(day), due?.count ?? 0)}
      aria-current={day === today ? 'date' : undefined}
      aria-selected={isChosen}
      data-day={day}
      data-outside={isOutside || undefined}
      data-over={isOver || undefined}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        className={classes.number}
        tabIndex={-1}
        aria-label={texts.openDay(dayInWords(day))}
        onClick={onOpen}
      >
        {dayNumber(day)}
      </button>
      {rows.length > 0 && (
        <ul aria-label={dayInWords(day)}>
          {rows.map((task) => (
            <Chip key={task.id} task={task} isLate={day < today && task.status === 'TODO'} tabIndex={tabIndex} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <button type="button" className={classes.more} tabIndex={tabIndex} onClick={onOpen}>
          {texts.moreOfDay(hidden)}
        </button>
      )}
    </td>
  );
}

type ChipProps = { task: TaskRow; isLate: boolean; tabIndex: number };

function Chip({ task, isLate, tabIndex }: ChipProps) {
  const { listeners, setNodeRef, transform, isDragging } = useDraggable({ id: task.id, data: task });
  return (
    <li
      ref={setNodeRef}
      className={classes.chip}
      style={{ transform: CSS.Translate.toString(transform) }}
      data-dragging={isDragging || undefined}
      data-late={isLate || undefined}
      data-done={task.status === 'DONE' || undefined}
      data-high={task.priority === 'HIGH' || undefined}
      {...listeners}
    >
      {/* Not a link, because browsers navigate to a dragged link. */}
      <button type="button" className={classes.title} tabIndex={tabIndex} onClick={() => openTask(task)}>
        {task.title}
      </button>
      <span className={classes.about}>{task.borrowerName ?? task.leadName}</span>
    </li>
  );
}

import { ActionIcon, Button, SegmentedControl, Skeleton } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { day, isoToday } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { EmptyState } from '@/shared/ui/empty-state';
import { WarningNote } from '@/shared/ui/warning-note';
import { dayInShort, daysLater, monthInWords, monthsLater, type Span, weeksAround } from '../days';
import { useTaskMoves } from '../task-moves';
import type { TaskSearch } from '../task-search';
import type { TaskRow } from '../tasks';
import { texts } from '../texts';
import { calendarQuery, shownOf, withMoved } from './calendar-query';
import { TaskAgenda } from './task-agenda';
import classes from './task-calendar.module.css';
import { TaskGrid } from './task-grid';

const DayDialog = onDemand(() => import('./day-dialog'));

type Props = { search: TaskSearch; onChange: (change: Pick<TaskSearch, 'on' | 'span'>) => void };

/** Tasks by due date: a month or a week, and on phones only days with tasks. */
export function TaskCalendar({ search, onChange }: Props) {
  const isPhone = useIsPhone();
  const span: Span = search.span ?? 'month';
  const on = search.on ?? isoToday();
  const each = isPhone ? shownOf.week : shownOf[span];
  const calendar = useQuery(calendarQuery(search, on, span, each));
  const { moved, move } = useTaskMoves();
  const [opened, setOpened] = useState<string | null>(null);
  const today = calendar.data?.today ?? isoToday();
  const weeks = weeksAround(on, span);
  const days = withMoved(calendar.data?.days ?? [], moved);
  const go = (way: 1 | -1) => onChange({ on: span === 'week' ? daysLater(on, 7 * way) : monthsLater(on, way) });
  const parts = { weeks, days, today, on, span, shown: each, onOpen: setOpened };
  return (
    <section className={classes.calendar} aria-label={texts.calendar}>
      <div className={classes.bar}>
        <ActionIcon variant="default" size={30} aria-label={texts.previous[span]} onClick={() => go(-1)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => onChange({ on: undefined })}>
          {texts.today}
        </Button>
        <ActionIcon variant="default" size={30} aria-label={texts.next[span]} onClick={() => go(1)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <h2 aria-live="polite">{span === 'week' ? weekName(weeks[0] ?? []) : monthInWords(on)}</h2>
        <SegmentedControl
          className={classes.span ?? ''}
          aria-label={texts.span}
          data={Object.entries(texts.spans).map(([value, label]) => ({ value, label }))}
          value={span}
          onChange={(value) => onChange({ span: value === 'week' ? 'week' : undefined })}
        />
      </div>
      {calendar.data?.endsOn && <WarningNote text={texts.calendarEnds(day(calendar.data.endsOn))} />}
      {calendar.isError && (
        <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={calendar.error.message}>
          <Button variant="default" onClick={() => void calendar.refetch()}>
            {texts.retry}
          </Button>
        </EmptyState>
      )}
      {!calendar.isError && !calendar.data && <Skeleton height={480} radius={8} aria-hidden />}
      {!calendar.isError &&
        calendar.data &&
        (isPhone ? (
          <TaskAgenda {...parts} />
        ) : (
          <TaskGrid
            {...parts}
            isStale={calendar.isPlaceholderData}
            onDay={(to) => onChange({ on: to })}
            onMove={(task: TaskRow, to) => move(task, { dueDate: to })}
          />
        ))}
      <Suspense>{opened && <DayDialog search={search} on={opened} onClose={() => setOpened(null)} />}</Suspense>
    </section>
  );
}

const weekName = (days: readonly string[]) =>
  `${dayInShort(days[0] ?? '')} – ${dayInShort(days.at(-1) ?? '')}, ${days.at(-1)?.slice(0, 4)}`;

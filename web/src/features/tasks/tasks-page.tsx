import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { Deadline } from '@/features/loans/clocks/deadline';
import { day, dayOf } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import type { Column } from '@/shared/ui/data-table/column';
import { DataTable } from '@/shared/ui/data-table/data-table';
import { Pager } from '@/shared/ui/data-table/pager';
import { EmptyState } from '@/shared/ui/empty-state';
import classes from '@/shared/ui/list-page.module.css';
import { RecordCards } from '@/shared/ui/record-cards';
import { CommentCount } from './comment-count';
import { openNewTask, openTask } from './open-task';
import { PriorityMark } from './priority-mark';
import { TaskCheck } from './task-check';
import { TaskLink } from './task-link';
import { layoutOf, sortingOf, type TaskSearch, taskSearch, viewOf } from './task-search';
import { TaskToolbar } from './task-toolbar';
import { type TaskRow, taskCountQuery, taskPageQuery } from './tasks';
import own from './tasks.module.css';
import { texts } from './texts';

const TaskBoard = onDemand(async () => ({ default: (await import('./board/task-board')).TaskBoard }));
const TaskCalendar = onDemand(async () => ({ default: (await import('./calendar/task-calendar')).TaskCalendar }));

const column = {
  check: {
    key: 'check',
    head: texts.statuses.DONE,
    width: 60,
    fitsContent: true,
    cell: (task) => <TaskCheck task={task} />,
  },
  title: { key: 'title', head: texts.task, width: 240, isFixed: true, cell: (task) => <Title task={task} /> },
  about: { key: 'about', head: texts.about, width: 220, orderBy: 'loan', cell: (task) => <AboutLink task={task} /> },
  due: {
    key: 'due',
    head: texts.due,
    width: 120,
    isNumeric: true,
    orderBy: 'due',
    cell: ({ status, dueDate }) => (status === 'DONE' ? day(dueDate) : <Deadline on={dueDate} />),
  },
  priority: {
    key: 'priority',
    head: texts.priority,
    width: 110,
    cell: ({ priority }) => priority !== 'NORMAL' && <PriorityMark priority={priority} />,
  },
  assignee: {
    key: 'assignee',
    head: texts.assignee,
    width: 160,
    cell: ({ assigneeName }) => assigneeName ?? <span className={classes.quiet}>{texts.nobody}</span>,
  },
  done: {
    key: 'done',
    head: texts.doneOn,
    width: 110,
    isNumeric: true,
    orderBy: 'updated',
    firstSort: 'DESC',
    cell: ({ doneAt }) => dayOf(doneAt),
  },
} satisfies Record<string, Column<TaskRow>>;

const columnsOf = (search: TaskSearch): readonly Column<TaskRow>[] => {
  const { check, title, about, due, priority, assignee, done } = column;
  if (search.status === 'DONE') return [check, title, about, assignee, done];
  if (viewOf(search) === 'LOANS') return [about, check, title, due, priority, assignee];
  if (viewOf(search) === 'MINE') return [check, title, about, due, priority];
  return [check, title, about, due, priority, assignee];
};

/** Tasks of the user, their team, or without assignee, as a list, board or calendar. */
export function TasksPage({ search }: { search: TaskSearch }) {
  const navigate = useNavigate({ from: '/app/tasks/' });
  const isPhone = useIsPhone();
  const go = (change: Partial<TaskSearch>, replace = false) =>
    void navigate({ search: taskSearch({ ...search, after: undefined, ...change }), replace });
  // A task in the address opens once over the list.
  useEffect(() => {
    if (search.task === undefined) return;
    openTask({ id: search.task });
    void navigate({ search: ({ task: _, ...rest }) => rest, replace: true });
  }, [search.task, navigate]);
  // A board doesn't fit on a phone.
  const layout = isPhone && search.as === 'board' ? 'list' : layoutOf(search);
  return (
    <>
      <TaskToolbar search={search} layout={layout} onChange={(change) => go(change, 'string' in change)} />
      {layout === 'list' && <TaskList search={search} go={go} />}
      <Suspense>
        {layout === 'board' && <TaskBoard search={search} />}
        {layout === 'calendar' && <TaskCalendar search={search} onChange={(change) => go(change, true)} />}
      </Suspense>
    </>
  );
}

type ListProps = { search: TaskSearch; go: (change: Partial<TaskSearch>) => void };

function TaskList({ search, go }: ListProps) {
  const isPhone = useIsPhone();
  const page = useQuery(taskPageQuery(search));
  const count = useQuery(taskCountQuery(search)).data;
  const rows = page.isError ? undefined : (page.data?.rows ?? undefined);
  const empty = (page.isError || rows?.length === 0) && (
    <Empty
      search={search}
      error={page.error}
      onRetry={() => void page.refetch()}
      onClear={() => go({ string: undefined })}
    />
  );
  const toPage = (after: string | null | undefined) => (after ? () => go({ after }) : undefined);
  return (
    <section className={classes.panel} aria-label={texts.title}>
      {isPhone ? (
        <RecordCards
          rows={rows}
          rowKey={({ id }) => id}
          textOf={(task) => ({
            name: task.title,
            end: task.status === 'DONE' ? dayOf(task.doneAt) : <Deadline on={task.dueDate} />,
            line: task.borrowerName ?? task.leadName ?? undefined,
            lineEnd: task.assigneeName ?? texts.nobody,
          })}
          link={(task, className, content) => (
            <TaskLink task={task} className={className}>
              {content}
            </TaskLink>
          )}
          isStale={page.isPlaceholderData}
          empty={empty}
        />
      ) : (
        <DataTable
          label={texts.title}
          columns={columnsOf(search)}
          rows={empty ? [] : rows}
          rowKey={({ id }) => id}
          sorting={sortingOf(search)}
          onSort={(sorting) => go(sorting as Partial<TaskSearch>)}
          onOpen={openTask}
          isStale={page.isPlaceholderData}
          empty={empty}
        />
      )}
      {rows && !empty && (
        <Pager
          firstRow={page.data?.firstRow ?? 1}
          rowCount={rows.length}
          count={count?.count ?? undefined}
          isCapped={count?.countIsCapped === true}
          onFirst={search.after ? () => go({}) : undefined}
          onPrevious={search.after ? toPage(page.data?.previous) : undefined}
          onNext={toPage(page.data?.next)}
        />
      )}
    </section>
  );
}

/** A blocked task is gray and names the task it waits for. */
const Title = ({ task }: { task: TaskRow }) => (
  <>
    <TaskLink task={task} className={task.waitsFor ? own.waiting : classes.link} isRow>
      {task.title}
    </TaskLink>
    {task.waitsFor && <span className={classes.quiet}> {texts.waits(task.waitsFor)}</span>}
    {task.isRepeated && <IconRepeat size={13} className={own.mark} aria-label={texts.repeated} />}
    <CommentCount count={task.commentCount} />
  </>
);

/** Links to the task's loan or lead. */
function AboutLink({ task: { LoanId, LeadId, borrowerName, loanNumber, leadName } }: { task: TaskRow }) {
  if (LoanId) {
    return (
      <Link to="/app/loans/$loanId/loan-center" params={{ loanId: LoanId }} className={classes.link}>
        {borrowerName || loanNumber}
      </Link>
    );
  }
  if (!LeadId) return null;
  return (
    <Link to="/app/leads/$leadId" params={{ leadId: LeadId }} className={classes.link}>
      {leadName || `#${LeadId}`}
    </Link>
  );
}

type EmptyProps = { search: TaskSearch; error: Error | null; onRetry: () => void; onClear: () => void };

/** Explains why the list is empty, and offers the next step. */
function Empty({ search, error, onRetry, onClear }: EmptyProps) {
  if (error) {
    return (
      <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={error.message}>
        <Button variant="default" onClick={onRetry}>
          {texts.retry}
        </Button>
      </EmptyState>
    );
  }
  if (search.string) {
    return (
      <EmptyState icon={<IconFilterOff size={20} />} title={texts.noMatchTitle} text={texts.noMatch}>
        <Button variant="default" onClick={onClear}>
          {texts.clear}
        </Button>
      </EmptyState>
    );
  }
  const title = search.status === 'DONE' ? texts.noneDone : texts.emptyTitles[viewOf(search)];
  return (
    <EmptyState icon={<IconChecklist size={20} />} title={title} text={texts.empty}>
      <Button onClick={() => openNewTask()}>{texts.add}</Button>
    </EmptyState>
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Deadline } from '@/features/loans/clocks/deadline';
import { dayOf, integer, isoToday } from '@/shared/lib/format';
import { Board, type BoardColumn } from '@/shared/ui/board/board';
import { toast } from '@/shared/ui/toasts/toast-store';
import { CommentCount } from '../comment-count';
import { PriorityMark } from '../priority-mark';
import { TaskLink } from '../task-link';
import { useTaskMoves } from '../task-moves';
import type { TaskSearch } from '../task-search';
import type { TaskRow } from '../tasks';
import { texts } from '../texts';
import { cardsQuery } from './board-pages';
import { columnOf, columns as keys, moveTo } from './columns';
import classes from './task-board.module.css';

/** Tasks as cards in columns by due date, and a column of done tasks. */
export function TaskBoard({ search }: { search: TaskSearch }) {
  const today = isoToday();
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({});
  const queries = useQueries({ queries: keys.map((key) => cardsQuery(search, key, today, pages[key] ?? 1)) });
  const { moved, move } = useTaskMoves();
  const columns = keys.map((key, at): BoardColumn<TaskRow> => {
    const cards = queries[at];
    const shown = cards?.data?.rows ?? [];
    const staying = shown.filter(({ id }) => !moved.has(id));
    const coming = [...moved.values()].filter((task) => columnOf(task, today) === key);
    // Moved cards go to their position in the column's order.
    const rows = key === 'DONE' ? [...coming, ...staying] : [...staying, ...coming].sort(byDay);
    const count = (cards?.data?.count ?? 0) + coming.length - (shown.length - staying.length);
    const showMore = () => setPages((before) => ({ ...before, [key]: (before[key] ?? 1) + 1 }));
    return {
      id: at + 1,
      name: texts.columns[key],
      title: texts.columns[key],
      sum: cards?.data && `${integer(count)}${cards.data.countIsCapped ? '+' : ''}`,
      rows: cards?.data ? rows : undefined,
      failure: cards?.isError ? texts.failedTitle : null,
      more: cards?.data?.hasMore && !cards.isPlaceholderData ? showMore : undefined,
    };
  });
  const drop = (task: TaskRow, { id }: Pick<BoardColumn<TaskRow>, 'id'>) => {
    const key = keys[id - 1];
    const place = key && moveTo(key, today);
    if (place) move(task, place);
    else toast.info(texts.notToOverdue);
  };
  return (
    <Board
      label={texts.board}
      columns={columns}
      words={texts.boardWords}
      onMove={drop}
      nameOf={({ title }) => title}
      content={(task) => <Content task={task} />}
      link={(task, className) => (
        <TaskLink task={task} className={className}>
          {task.title}
        </TaskLink>
      )}
      menu={(task) => (
        <Menu menuItemTabIndex={0} position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={24} aria-label={texts.moveTaskTo(task.title)}>
              <IconArrowsExchange size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {columns
              .filter(({ id }) => keys[id - 1] !== 'OVERDUE' && keys[id - 1] !== columnOf(task, today))
              .map((column) => (
                <Menu.Item key={column.id} onClick={() => drop(task, column)}>
                  {column.title}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
    />
  );
}

const dueKey = ({ dueDate }: TaskRow) => dueDate ?? '9999-12-31';
const byDay = (one: TaskRow, other: TaskRow) => dueKey(one).localeCompare(dueKey(other)) || one.id - other.id;

const Content = ({ task }: { task: TaskRow }) => (
  <>
    <span className={classes.line}>
      <span>{task.borrowerName ?? task.leadName ?? task.loanNumber}</span>
      <span>{task.status === 'DONE' ? dayOf(task.doneAt) : <Deadline on={task.dueDate} />}</span>
    </span>
    <span className={classes.line}>
      <span>{task.waitsFor ? texts.waits(task.waitsFor) : (task.assigneeName ?? texts.nobody)}</span>
      <span className={classes.marks}>
        {task.priority !== 'NORMAL' && <PriorityMark priority={task.priority} />}
        <CommentCount count={task.commentCount} />
      </span>
    </span>
  </>
);

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { openTask } from './open-task';
import type { TaskRow } from './tasks';

type Props = { task: TaskRow; className: string | undefined; isRow?: boolean; children: ReactNode };

/** Opens a task over the current page. Its address also works in a new tab. */
export const TaskLink = ({ task, className, isRow, children }: Props) => (
  <Link
    to="/app/tasks"
    search={{ task: task.id }}
    className={className}
    data-row-link={isRow}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      openTask(task);
    }}
  >
    {children}
  </Link>
);

import { Deadline } from '@/features/loans/clocks/deadline';
import { dayOf } from '@/shared/lib/format';
import { CommentCount } from './comment-count';
import { openTask } from './open-task';
import { TaskCheck } from './task-check';
import type { TaskRow } from './tasks';
import classes from './tasks.module.css';
import { texts } from './texts';

type Props = {
  label: string;
  tasks: readonly TaskRow[];
  /** Hides the due date, because the list is for one day, and shows the task's record instead. */
  isOfDay?: boolean;
  onOpen?: () => void;
};

/** A compact list of tasks. One click completes a task, another opens it. */
export const TaskItems = ({ label, tasks, isOfDay, onOpen }: Props) => (
  <ul className={classes.items} aria-label={label}>
    {tasks.map((task) => (
      <li key={task.id}>
        <TaskCheck task={task} />
        <button
          type="button"
          className={classes.name}
          data-waits={task.waitsFor ? true : undefined}
          onClick={() => {
            onOpen?.();
            openTask(task);
          }}
        >
          {task.title}
          {task.waitsFor && <span className={classes.waiting}> {texts.waits(task.waitsFor)}</span>}
        </button>
        <span className={classes.ends}>
          <CommentCount count={task.commentCount} />
          {isOfDay && <span>{task.borrowerName ?? task.leadName}</span>}
          <span>{task.assigneeName ?? texts.nobody}</span>
          {!isOfDay && (task.status === 'DONE' ? dayOf(task.doneAt) : <Deadline on={task.dueDate} isAlone />)}
        </span>
      </li>
    ))}
  </ul>
);

import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { type TaskRow, useTaskChange } from './tasks';
import classes from './tasks.module.css';
import { texts } from './texts';

/** Marks a task as done or to do with one click. */
export function TaskCheck({ task }: { task: TaskRow }) {
  const change = useTaskChange();
  const isDone = task.status === 'DONE';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a round checkbox with its own label in a table row
    <button
      type="button"
      role="checkbox"
      className={classes.check}
      aria-checked={isDone}
      aria-label={isDone ? texts.reopen(task.title) : texts.complete(task.title)}
      disabled={change.isPending || (!isDone && Boolean(task.waitsFor))}
      onClick={() => change.mutate({ act: 'edit', task, body: { status: isDone ? 'TODO' : 'DONE' } })}
    >
      <IconCheck size={12} stroke={3} aria-hidden />
    </button>
  );
}

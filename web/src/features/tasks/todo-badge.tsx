import { useQuery } from '@tanstack/react-query';
import { badgeText } from './badge-text';
import { texts } from './texts';
import { todoQuery } from './todo';
import classes from './todo-badge.module.css';

/** The number of the user's due tasks and of all their open tasks. */
export default function TodoBadge() {
  const todo = useQuery(todoQuery).data;
  if (!todo) return null;
  return (
    <>
      <span className={classes.badge} data-alert={todo.taskCount > 0 || undefined} title={texts.dueNow}>
        {badgeText(todo.taskCount)}
      </span>
      <span className={classes.line}>{texts.onMe(badgeText(todo.openCount))}</span>
    </>
  );
}

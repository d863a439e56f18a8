import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type TaskRow, taskPageQuery } from '@/features/tasks/tasks';
import { day, isoToday } from '@/shared/lib/format';
import { ListTable } from '@/shared/ui/list-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import classes from '@/shared/ui/summary/summary.module.css';
import { texts as all } from './texts';

const texts = all.dashboard;
const shown = 5;

const columns = [
  {
    key: 'title',
    head: all.columns.task,
    cell: ({ id, title }: TaskRow) => (
      <Link to="/app/tasks" search={{ task: id }} className={classes.link}>
        {title}
      </Link>
    ),
  },
  {
    key: 'due',
    head: all.columns.due,
    width: 172,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ dueDate }: TaskRow) =>
      dueDate && dueDate < isoToday() ? `${day(dueDate)}, ${texts.overdueTask}` : day(dueDate),
  },
];

/** The user's next tasks. */
export function MyTasksPanel() {
  const tasks = useQuery(taskPageQuery({}));
  return (
    <Panel
      title={texts.tasks}
      action={
        <Link to="/app/tasks" className={classes.more}>
          {texts.allTasks}
        </Link>
      }
    >
      <Loaded query={tasks}>
        {({ rows }) => (
          <div className={classes.edge}>
            {rows && rows.length > 0 ? (
              <ListTable label={texts.tasks} columns={columns} rows={rows.slice(0, shown)} rowKey={({ id }) => id} />
            ) : (
              <p className={classes.none}>{texts.noTasks}</p>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

import { RecordCards } from '@/shared/ui/record-cards';
import { dayInWords } from '../days';
import { TaskLink } from '../task-link';
import { texts } from '../texts';
import classes from './task-calendar.module.css';
import type { CalendarParts } from './task-grid';

/** A list of the days with due tasks, and always today. */
export function TaskAgenda({ weeks, days, today, on, span, onOpen }: CalendarParts) {
  const isShown = (day: string) =>
    (span === 'week' || day.startsWith(on.slice(0, 7))) && (days.has(day) || day === today);
  const shown = weeks.flat().filter(isShown);
  if (shown.length === 0) return <p className={classes.none}>{texts.noneShown}</p>;
  return (
    <div className={classes.agenda}>
      {shown.map((day) => {
        const { rows = [], count = 0 } = days.get(day) ?? {};
        const hidden = count - rows.length;
        return (
          <section key={day} aria-label={texts.dayWithCount(dayInWords(day), count)}>
            <h3 data-today={day === today || undefined}>
              {dayInWords(day)}
              {day === today && <span> · {texts.today}</span>}
            </h3>
            {rows.length === 0 && <p className={classes.none}>{texts.noneOnDay}</p>}
            {rows.length > 0 && (
              <div className={classes.cards}>
                <RecordCards
                  rows={rows}
                  rowKey={({ id }) => id}
                  textOf={(task) => ({
                    name: task.title,
                    line: task.borrowerName ?? task.leadName ?? undefined,
                    lineEnd: task.assigneeName ?? texts.nobody,
                  })}
                  link={(task, className, content) => (
                    <TaskLink task={task} className={className}>
                      {content}
                    </TaskLink>
                  )}
                  isStale={false}
                  empty={false}
                />
              </div>
            )}
            {hidden > 0 && (
              <button type="button" className={classes.more} onClick={() => onOpen(day)}>
                {texts.moreOfDay(hidden)}
              </button>
            )}
          </section>
        );
      })}
    </div>
  );
}

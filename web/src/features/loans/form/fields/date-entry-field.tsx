import { DateField } from '@/shared/ui/date-field';
import { useValue } from '../form-context';
import { ProblemMark } from '../problem-mark';
import classes from './field.module.css';
import { FieldNote } from './field-frame';
import { type FieldProps, useFieldState } from './field-props';

/** A day, typed or chosen from a calendar. */
export function DateEntryField({ path, label, isInTable }: FieldProps) {
  const { store, problem, mark, aria } = useFieldState(path);
  const value = useValue(path);
  return (
    <div className={classes.frame} data-marked={mark !== undefined || undefined}>
      <DateField
        id={aria.id}
        label={isInTable ? undefined : label}
        aria-label={isInTable ? label : undefined}
        value={typeof value === 'string' ? value : null}
        error={problem}
        onChange={(day) => store.set(path, day, true)}
      />
      <div className={classes.corner}>
        <ProblemMark path={path} id={`${aria.id}:rule`} />
      </div>
      <FieldNote path={path} problem={undefined} mark={mark} />
    </div>
  );
}

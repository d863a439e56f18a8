import type { ReactNode } from 'react';
import { FieldClock } from '../../history/field-history-provider';
import { ProblemMark } from '../problem-mark';
import { texts } from '../texts';
import classes from './field.module.css';
import { idOf } from './field-props';

type NoteProps = { path: string; problem: string | undefined; mark: string | undefined };

/** The message below a field, or who changed it a moment ago. */
export function FieldNote({ path, problem, mark }: NoteProps) {
  if (!problem && mark === undefined) return null;
  return (
    <span id={`${idOf(path)}:note`} className={classes.note} data-problem={problem ? true : undefined} role="status">
      {problem ?? (mark ? texts.changedBy(mark) : texts.changedElsewhere)}
    </span>
  );
}

type FrameProps = NoteProps & { label: string; isInTable: boolean; children: ReactNode };

/** A field with its label above and its message below. In a table the column's head shows the label. */
export function FieldFrame({ path, label, isInTable, problem, mark, children }: FrameProps) {
  return (
    <div className={classes.frame} data-marked={mark !== undefined || undefined}>
      <div className={isInTable ? classes.corner : classes.labelRow}>
        <label htmlFor={idOf(path)} className={isInTable ? 'visually-hidden' : classes.label}>
          {label}
        </label>
        <ProblemMark path={path} id={`${idOf(path)}:rule`} />
      </div>
      {!isInTable && <FieldClock path={path} label={label} />}
      {children}
      <FieldNote path={path} problem={problem} mark={mark} />
    </div>
  );
}

/** A group of controls with one name, such as the two answers of a question. */
export function FieldGroup({ path, label, isInTable, problem, mark, children }: FrameProps) {
  return (
    <fieldset className={classes.group} data-marked={mark !== undefined || undefined}>
      <legend className={isInTable ? 'visually-hidden' : classes.label}>{label}</legend>
      <div className={classes.corner}>
        <ProblemMark path={path} id={`${idOf(path)}:rule`} />
      </div>
      {!isInTable && <FieldClock path={path} label={label} />}
      {children}
      <FieldNote path={path} problem={problem} mark={mark} />
    </fieldset>
  );
}

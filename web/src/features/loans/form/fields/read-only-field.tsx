import { useFormValue, useValue } from '../form-context';
import { shownText } from '../shown-text';
import classes from './field.module.css';
import { FieldNote } from './field-frame';
import { type FieldProps, idOf } from './field-props';

/** A value that can't be changed here, as text. */
export function ReadOnlyField({ path, label, kind, list, isInTable }: FieldProps) {
  const value = useValue(path);
  const mark = useFormValue((store) => store.mark(path));
  const text = useFormValue((store) => shownText({ kind, list }, value, store.application));
  return (
    <div className={classes.frame} data-marked={mark !== undefined || undefined}>
      <span className={isInTable ? 'visually-hidden' : classes.label}>{label}</span>
      <span className={classes.text} id={idOf(path)} tabIndex={-1} data-empty={text === '' || undefined}>
        {text || '–'}
      </span>
      <FieldNote path={path} problem={undefined} mark={mark} />
    </div>
  );
}

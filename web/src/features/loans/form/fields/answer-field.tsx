import type { KeyboardEvent } from 'react';
import { useValue } from '../form-context';
import { texts } from '../texts';
import classes from './field.module.css';
import { FieldGroup } from './field-frame';
import { type FieldProps, idOf, useFieldState } from './field-props';

const keys: Readonly<Record<string, string>> = { y: 'Yes', n: 'No' };

/** A question that is answered with Yes or No. The keys Y and N answer it, Delete takes the answer back. */
export function AnswerField({ path, label, kind, isInTable }: FieldProps) {
  const { store, problem, mark, aria } = useFieldState(path);
  const value = useValue(path);
  // Some answers are stored as words, because a file can say that they are unknown.
  const stored = (answer: string | undefined) =>
    kind === 'answer' ? (answer ?? null) : answer ? answer === 'Yes' : null;
  const answered = value === true ? 'Yes' : value === false ? 'No' : value;
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const answer = keys[event.key.toLowerCase()];
    const isCleared = event.key === 'Delete' || event.key === 'Backspace';
    if (!answer && !isCleared) return;
    event.preventDefault();
    // The letters are also shortcuts of the page.
    event.stopPropagation();
    store.set(path, stored(answer), true);
    if (answer) document.getElementById(answer === 'Yes' ? idOf(path) : `${idOf(path)}:no`)?.focus();
  };
  return (
    <FieldGroup path={path} label={label} isInTable={isInTable} problem={problem} mark={mark}>
      <div className={classes.answers}>
        {(['Yes', 'No'] as const).map((answer) => (
          <label key={answer} className={classes.answer}>
            <input
              type="radio"
              {...aria}
              id={answer === 'Yes' ? aria.id : `${aria.id}:no`}
              name={aria.id}
              checked={answered === answer}
              onChange={() => store.set(path, stored(answer), true)}
              onKeyDown={press}
            />
            {answer === 'Yes' ? texts.yes : texts.no}
          </label>
        ))}
        {answered === 'Unknown' && <span className={classes.unknown}>{texts.unknown}</span>}
      </div>
    </FieldGroup>
  );
}

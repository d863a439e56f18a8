import { type ChangeEvent, useEffect, useState } from 'react';
import { codecOf } from '../codec';
import { useValue } from '../form-context';
import classes from './field.module.css';
import { FieldFrame } from './field-frame';
import { type FieldProps, useFieldState } from './field-props';

type Props = FieldProps & {
  /** Replaces writing the value to its path. `isFinal` is true once the user leaves the field. */
  onWrite?: (value: unknown, isFinal: boolean) => void;
};

/** A field for text, amounts, percentages, durations and phone numbers. */
export function TextField({ path, label, kind, isInTable, onWrite }: Props) {
  const { store, problem, mark, aria } = useFieldState(path);
  const value = useValue(path);
  const codec = codecOf(kind);
  // The text as typed. New values of the document never replace it.
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => () => store.setDraftProblem(path, undefined), [store, path]);

  const write = onWrite ?? ((next: unknown, isFinal: boolean) => store.set(path, next, isFinal));
  const read = (text: string) => (text.trim() === '' ? { value: null } : codec.read(text));
  const type = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { value: typed, selectionStart } = event.currentTarget;
    const text = codec.shape && selectionStart === typed.length ? codec.shape(typed) : typed;
    setDraft(text);
    const { value: next, problem: unreadable } = read(text);
    if (unreadable === undefined) write(next, false);
  };
  /** Takes the text over when the user leaves the field. Text that can't be read stays with a message. */
  const settle = () => {
    if (draft === null) return;
    const { value: next, problem: unreadable } = read(draft);
    store.setDraftProblem(path, unreadable);
    if (unreadable !== undefined) return;
    setDraft(null);
    write(next, true);
  };
  const Control = kind === 'long-text' ? 'textarea' : 'input';
  return (
    <FieldFrame path={path} label={label} isInTable={isInTable} problem={problem} mark={mark}>
      <Control
        {...aria}
        className={classes.input}
        data-numeric={codec.isNumeric || undefined}
        inputMode={codec.inputMode}
        autoComplete="off"
        placeholder={codec.placeholder}
        value={draft ?? codec.write(value)}
        onChange={type}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && Control === 'input') settle();
        }}
      />
    </FieldFrame>
  );
}

import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { isoToday } from '@/shared/lib/format';
import { readDate } from '@/shared/lib/typed-date';
import { SealedValue } from '../../page/sealed-value';
import { codecOf, type Read } from '../codec';
import { useForm, useFormValue, useValue } from '../form-context';
import { texts } from '../texts';
import classes from './field.module.css';
import { FieldFrame } from './field-frame';
import { type FieldProps, useFieldState } from './field-props';

/** The masked form of a sealed value. */
function masked(kind: string, lastFour: unknown): string {
  const ending = typeof lastFour === 'string' && lastFour ? lastFour : '••••';
  if (kind === 'sealed-date') return '••/••/••••';
  return kind === 'taxpayer' ? `•••-••-${ending}` : `•••• ${ending}`;
}

function readSealed(kind: string, text: string): Read {
  if (kind !== 'sealed-date') return codecOf(kind).read(text);
  const { value, problem } = readDate(text, { max: isoToday() });
  return problem === undefined ? { value } : { problem };
}

/**
 * A value that the server stores encrypted. It is typed once. Afterwards the field shows its last four digits, and
 * offers to replace or reveal it.
 */
export function SealedField(props: FieldProps) {
  const { path, label, kind, isInTable } = props;
  const { store, isReadOnly, problem, mark } = useFieldState(path);
  const { loanId, mayReveal } = useForm();
  const typed = useValue(path);
  const lastFour = useValue(`${path}LastFour`);
  const isStored = useFormValue((form) => form.document.sealed.includes(path));
  const [isReplacing, setReplacing] = useState(false);
  const isMasked = !isReplacing && problem === undefined && (isStored || typeof typed === 'string');
  if (!isMasked && !isReadOnly) return <SealedInput {...props} onDone={() => setReplacing(false)} />;
  // What waits for the server ends with the digits that the server will show.
  const ending = typeof typed === 'string' ? typed.slice(-4) : lastFour;
  return (
    <FieldFrame path={path} label={label} isInTable={isInTable} problem={problem} mark={mark}>
      <div className={classes.sealed}>
        {isStored && typed === undefined ? (
          <SealedValue loanId={loanId} label={label} masked={masked(kind, ending)} path={path} mayReveal={mayReveal} />
        ) : (
          <span className="tabular">{isMasked ? masked(kind, ending) : '–'}</span>
        )}
        {!isReadOnly && (
          <UnstyledButton
            className={classes.replace}
            aria-label={texts.replaceLabel(label)}
            onClick={() => {
              setReplacing(true);
              store.flush();
            }}
          >
            {texts.replace}
          </UnstyledButton>
        )}
      </div>
    </FieldFrame>
  );
}

function SealedInput({ path, label, kind, isInTable, onDone }: FieldProps & { onDone: () => void }) {
  const { store, problem, mark, aria } = useFieldState(path);
  const [text, setText] = useState('');
  const settle = () => {
    if (text.trim() === '') {
      store.setDraftProblem(path, undefined);
      onDone();
      return;
    }
    const { value, problem: unreadable } = readSealed(kind, text);
    store.setDraftProblem(path, unreadable);
    if (unreadable !== undefined) return;
    store.set(path, value, true);
    onDone();
  };
  return (
    <FieldFrame path={path} label={label} isInTable={isInTable} problem={problem} mark={mark}>
      <input
        {...aria}
        className={classes.input}
        inputMode={kind === 'account' ? 'text' : 'numeric'}
        autoComplete="off"
        placeholder={kind === 'sealed-date' ? 'MM/DD/YYYY' : kind === 'taxpayer' ? '___-__-____' : ''}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
      />
    </FieldFrame>
  );
}

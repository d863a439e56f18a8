import '@mantine/dates/styles.layer.css';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { type FocusEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { dateFormat } from '../lib/constants';
import { day } from '../lib/format';
import { afterPress } from '../lib/press';
import { firstDay, isWhole, readDate } from '../lib/typed-date';

type Props = Omit<
  DateInputProps,
  'value' | 'onChange' | 'minDate' | 'maxDate' | 'dateParser' | 'fixOnBlur' | 'valueFormat' | 'ref'
> & {
  /** `YYYY-MM-DD`, with `HH:mm:ss` if the field has a time. */
  value: string | null;
  onChange: (value: string | null) => void;
  minDate?: string | undefined;
  maxDate?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/**
 * The only date field of the product. An invalid date stays in the field with a message, never becomes another date,
 * and blocks the form.
 */
export function DateField({ value, onChange, minDate = firstDay, maxDate, ref, ...props }: Props) {
  const { withTime = false, error } = props;
  // The typed text, until it becomes the value or the value changes.
  const [draft, setDraft] = useState<string | null>(null);
  const [isJudged, setJudged] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setDraft(null);
  }
  const read = (text: string) => readDate(text, { min: minDate, max: maxDate, withTime });
  // A file can contain a date that the field doesn't accept.
  const text = draft ?? (withTime ? '' : day(value));
  const isEmpty = text.trim() === '';
  const problem = isEmpty ? undefined : read(text).problem;
  const connect = useHeldForm(problem, () => setJudged(true), ref);

  const change = (next: string | null) => {
    setDraft(null);
    onChange(next);
  };
  const type = (text: string) => {
    setDraft(text);
    setJudged(false);
  };
  /** Applies the text when the user leaves the field or presses Enter. */
  const settle = () => {
    if (problem) afterPress(() => setJudged(true));
    if (draft === null) return;
    if (isEmpty) change(null);
    else if (!problem) change(read(draft).value ?? null);
  };
  return (
    <DateInput
      {...props}
      ref={connect}
      value={value}
      onChange={change}
      minDate={minDate}
      maxDate={maxDate}
      valueFormat={withTime ? `${dateFormat} h:mm A` : dateFormat}
      dateParser={(text) => (isWhole(text) || withTime ? (read(text).value ?? null) : null)}
      fixOnBlur={!problem}
      error={(isJudged && problem) || error}
      onInput={(event) => type(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        settle();
        props.onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') settle();
        props.onKeyDown?.(event);
      }}
      popoverProps={{ ...props.popoverProps, onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
      // Escape closes the calendar before the dialog below it.
      data-mantine-stop-propagation={isOpen}
    />
  );
}

/** While there is an error, the form can't be sent: the field gets the focus and shows the error. */
function useHeldForm(problem: string | undefined, show: () => void, ref: Ref<HTMLInputElement> | undefined) {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef({ problem, show });
  latest.current = { problem, show };
  useEffect(() => {
    const form = input.current?.form;
    const hold = (event: Event) => {
      if (!latest.current.problem) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.show();
      input.current?.focus();
    };
    form?.addEventListener('submit', hold);
    return () => form?.removeEventListener('submit', hold);
  }, []);
  const connect = (element: HTMLInputElement | null) => {
    input.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return connect;
}

import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import { caretAfter, digitsBefore, formatPhone } from '../lib/phone';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void };

/** A phone number field that formats typed, pasted and stored numbers. */
export function PhoneInput({ value, onChange, ref, ...others }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  // Setting the value moves the caret to the end. Restore it before the browser paints.
  useLayoutEffect(() => {
    if (caret.current !== null && document.activeElement === input.current) {
      input.current?.setSelectionRange(caret.current, caret.current);
    }
    caret.current = null;
  });

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.currentTarget;
    const formatted = formatPhone(text);
    const at = selectionStart ?? text.length;
    caret.current = at === text.length ? formatted.length : caretAfter(formatted, digitsBefore(text, at));
    onChange(formatted);
  };
  const connect = (element: HTMLInputElement | null) => {
    input.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return <TextInput {...others} ref={connect} type="tel" inputMode="tel" value={formatPhone(value)} onChange={type} />;
}

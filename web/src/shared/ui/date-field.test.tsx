import { MantineProvider, Modal } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DateField } from './date-field';

type Props = { start?: string | null; maxDate?: string; onSend: (value: string | null) => void };

function Form({ start = null, maxDate, onSend }: Props) {
  const [value, setValue] = useState<string | null>(start);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend(value);
      }}
    >
      <DateField label="Closing" value={value} onChange={setValue} maxDate={maxDate} />
      <button type="submit">Save</button>
    </form>
  );
}

function open(props: Partial<Props> = {}) {
  const onSend = vi.fn();
  render(
    <MantineProvider>
      <Form onSend={onSend} {...props} />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Closing' });
  const enter = (text: string) => {
    fireEvent.input(field, { target: { value: text } });
    fireEvent.blur(field);
  };
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return { field, onSend, enter, save };
}

test.each([
  ['09152026', '2026-09-15', '09/15/2026'],
  ['9/5/26', '2026-09-05', '09/05/2026'],
  ['2026-09-15', '2026-09-15', '09/15/2026'],
])('MISMO-08: %s is sent as %s and shown as %s', (typed, sent, shown) => {
  const { field, onSend, enter, save } = open();
  enter(typed);
  save();
  expect(onSend).toHaveBeenCalledExactlyOnceWith(sent);
  expect(field.value).toBe(shown);
});

test('an impossible date stays in the field with a message and is not sent', () => {
  const { field, onSend, enter, save } = open({ start: '2026-01-02' });
  enter('02/30/2026');
  screen.getByText('02/30/2026 isn’t a calendar date. Enter a date as MM/DD/YYYY');
  expect(field.value).toBe('02/30/2026');
  save();
  expect(onSend).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);

  enter('02/28/2026');
  save();
  expect(onSend).toHaveBeenCalledExactlyOnceWith('2026-02-28');
});

test('Enter applies a date before the field is left', () => {
  const { field, onSend, save } = open();
  fireEvent.input(field, { target: { value: '9/5/26' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  save();
  expect(onSend).toHaveBeenCalledExactlyOnceWith('2026-09-05');
});

test('MISMO-09: a date after the limit shows an error', () => {
  const { onSend, enter, save } = open({ maxDate: '2026-11-27' });
  enter('11/28/2026');
  screen.getByText('Enter a date on or before 11/27/2026');
  save();
  expect(onSend).not.toHaveBeenCalled();
});

test('a cleared field has no date', () => {
  const { onSend, enter, save } = open({ start: '2026-01-02' });
  enter('');
  save();
  expect(onSend).toHaveBeenCalledExactlyOnceWith(null);
});

test('an invalid date from a file is not sent', () => {
  const { onSend, save } = open({ start: '2026-11-28', maxDate: '2026-11-27' });
  save();
  screen.getByText('Enter a date on or before 11/27/2026');
  expect(onSend).not.toHaveBeenCalled();
});

test('Escape closes the calendar, and only then the dialog', () => {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <Modal opened onClose={onClose}>
        <DateField label="Closing" value={null} onChange={() => {}} />
      </Modal>
    </MantineProvider>,
  );
  const field = screen.getByRole('textbox', { name: 'Closing' });
  fireEvent.focus(field);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

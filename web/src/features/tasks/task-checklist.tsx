import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { TaskForm } from './task-form';
import classes from './tasks.module.css';
import { texts } from './texts';

const mostItems = 50;

/** The checklist of a task. */
export function TaskChecklist({ form }: { form: UseFormReturn<TaskForm> }) {
  const [text, setText] = useState('');
  return (
    <Controller
      control={form.control}
      name="checklist"
      render={({ field: { value: items, onChange } }) => {
        const add = () => {
          if (!text.trim()) return;
          onChange([...items, { text: text.trim(), done: false }]);
          setText('');
        };
        return (
          <fieldset className={classes.checklist}>
            <legend>{texts.checklist}</legend>
            {items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity
              <div key={at} className={classes.item}>
                <Checkbox
                  label={item.text}
                  checked={item.done}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange(items.map((one, n) => (n === at ? { ...one, done: checked } : one)))
                  }
                />
                <CloseButton
                  size="sm"
                  aria-label={texts.removeItem(item.text)}
                  onClick={() => onChange(items.filter((_, n) => n !== at))}
                />
              </div>
            ))}
            {items.length < mostItems && (
              <div className={classes.item}>
                <TextInput
                  aria-label={texts.addItem}
                  placeholder={texts.addItem}
                  maxLength={200}
                  value={text}
                  onChange={({ currentTarget }) => setText(currentTarget.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return;
                    event.preventDefault();
                    add();
                  }}
                />
                <Button variant="default" onClick={add}>
                  {texts.addItemNow}
                </Button>
              </div>
            )}
          </fieldset>
        );
      }}
    />
  );
}

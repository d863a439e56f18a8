import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput, SegmentedControl, Select } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { AsyncSelect } from '@/shared/ui/async-select';
import { DateField } from '@/shared/ui/date-field';
import { DueRuleFields } from './due-rule-fields';
import type { TaskForm } from './task-form';
import { loadTasks } from './tasks';
import classes from './tasks.module.css';
import { texts } from './texts';

type Props = { form: UseFormReturn<TaskForm> };

const choices = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Due date or rule, recurrence, and the task that must be done first. */
export function TaskWhen({ form }: Props) {
  const { control, watch, formState } = form;
  const isRule = watch('dueKind') === 'rule' && watch('loan') !== null;
  return (
    <div className={`${classes.whole} ${classes.choice}`}>
      {watch('loan') && (
        <Controller
          control={control}
          name="dueKind"
          render={({ field }) => (
            <SegmentedControl
              className={classes.narrow ?? ''}
              aria-label={texts.dueKind}
              data={choices(texts.dueKinds)}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      {isRule && (
        <Controller
          control={control}
          name="rule"
          render={({ field }) => <DueRuleFields rule={field.value} onChange={field.onChange} />}
        />
      )}
      <div className={classes.row}>
        {!isRule && (
          <Controller
            control={control}
            name="dueDate"
            render={({ field }) => (
              <DateField
                label={texts.dueDate}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                clearable
                clearButtonProps={{ 'aria-label': `Clear ${texts.dueDate}` }}
                error={formState.errors.dueDate?.message}
              />
            )}
          />
        )}
        <Controller
          control={control}
          name="repeatUnit"
          render={({ field }) => (
            <Select
              {...field}
              label={texts.repeat}
              data={choices(texts.repeats)}
              allowDeselect={false}
              error={formState.errors.repeatUnit?.message}
            />
          )}
        />
        {watch('repeatUnit') !== 'NEVER' && (
          <Controller
            control={control}
            name="repeatEvery"
            render={({ field }) => (
              <NumberInput
                label={texts.every}
                min={1}
                max={99}
                clampBehavior="strict"
                allowDecimal={false}
                value={field.value}
                onChange={(value) => field.onChange(Number(value) || 1)}
                onBlur={field.onBlur}
              />
            )}
          />
        )}
        <Controller
          control={control}
          name="after"
          render={({ field }) => (
            <AsyncSelect
              label={texts.after}
              name={texts.after}
              placeholder={texts.chooseAfter}
              queryKey={['tasks', 'options']}
              load={loadTasks(watch('loan')?.id)}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={formState.errors.after?.message}
            />
          )}
        />
      </div>
    </div>
  );
}

import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl, Select } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { roleName } from '@/features/people/loan-roles';
import { AsyncSelect } from '@/shared/ui/async-select';
import { loadColleagues } from './colleagues';
import type { TaskForm } from './task-form';
import classes from './tasks.module.css';
import { texts } from './texts';

const roles = [
  'ORIGINATOR',
  'PROCESSOR',
  'CONTRACTPROCESSOR',
  'ASSISTANT',
  'DISCLOSURE_DESK',
  'CLOSER',
  'LOCK_DESK',
  'FUNDER',
  'PAYROLL',
] as const;
/** All seats of a loan's team, with labels. */
export const seats = roles.flatMap((role) => [
  { value: `${role} first`, label: roleName(role, true) },
  { value: `${role} second`, label: roleName(role, false) },
]);

/** The assignee: a user, or for a loan also a seat of its team. */
export function TaskWho({ form }: { form: UseFormReturn<TaskForm> }) {
  const { control, watch, formState } = form;
  const isSeat = watch('whoKind') === 'seat' && watch('loan') !== null;
  return (
    <div className={classes.choice}>
      {watch('loan') && (
        <Controller
          control={control}
          name="whoKind"
          render={({ field }) => (
            <SegmentedControl
              aria-label={texts.whoKind}
              data={Object.entries(texts.whoKinds).map(([value, label]) => ({ value, label }))}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      {isSeat ? (
        <Controller
          control={control}
          name="seat"
          render={({ field }) => (
            <Select {...field} label={texts.seat} data={seats} allowDeselect={false} maxDropdownHeight={260} />
          )}
        />
      ) : (
        <Controller
          control={control}
          name="assignee"
          render={({ field }) => (
            <AsyncSelect
              label={texts.assignee}
              name={texts.assignee}
              placeholder={texts.nobody}
              queryKey={['users', 'task-assignees']}
              load={loadColleagues}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={formState.errors.assignee?.message}
            />
          )}
        />
      )}
    </div>
  );
}

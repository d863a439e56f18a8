import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useLookups } from '@/shared/session/lookups';
import { texts } from './texts';
import type { UnitForm } from './unit-form';

export function TimeZoneField({ placeholder }: { placeholder?: string }) {
  const { control, formState } = useFormContext<UnitForm>();
  const { timeZones } = useLookups();
  return (
    <Controller
      control={control}
      name="timeZone"
      render={({ field }) => (
        <Select
          {...field}
          value={field.value || null}
          placeholder={placeholder}
          label={texts.timeZone}
          data={timeZones.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          error={formState.errors.timeZone?.message}
        />
      )}
    />
  );
}

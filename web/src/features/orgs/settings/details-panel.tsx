import '@mantine/core/styles/Combobox.layer.css';
import { Select, TextInput } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { useLookups } from '@/shared/session/lookups';
import { Panel } from '@/shared/ui/panel';
import { texts } from './texts';
import type { UnitForm } from './unit-form';
import classes from './unit-form.module.css';

/** A unit's names and address. */
export const DetailsPanel = ({ title = texts.details }: { title?: string }) => (
  <Panel title={title}>
    <div className={classes.fields}>
      <DetailsFields />
    </div>
  </Panel>
);

export function DetailsFields() {
  const { register, control, formState } = useFormContext<UnitForm>();
  const { states } = useLookups();
  const field = (name: 'name' | 'displayName' | 'nmlsId' | 'street' | 'city' | 'postalCode') => ({
    ...register(name),
    error: formState.errors[name]?.message,
    autoComplete: 'off',
  });
  return (
    <>
      <TextInput label={texts.name} required description={texts.nameHelp} {...below} {...field('name')} />
      <TextInput
        label={texts.displayName}
        required
        description={texts.displayNameHelp}
        {...below}
        {...field('displayName')}
      />
      <TextInput label={texts.nmlsId} inputMode="numeric" className={classes.short} {...field('nmlsId')} />
      <TextInput label={texts.street} className={classes.whole} {...field('street')} />
      <div className={`${classes.place} ${classes.whole}`}>
        <TextInput label={texts.city} {...field('city')} />
        <Controller
          control={control}
          name="stateCode"
          render={({ field: state }) => (
            <Select
              {...state}
              label={texts.state}
              data={states.map(({ code, name }) => ({ value: code, label: name }))}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': `Clear ${texts.state}` }}
              error={formState.errors.stateCode?.message}
            />
          )}
        />
        <TextInput label={texts.postalCode} inputMode="numeric" {...field('postalCode')} />
      </div>
    </>
  );
}

/** Shows help below the field. */
const below = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
};

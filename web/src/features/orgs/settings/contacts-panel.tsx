import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { Panel } from '@/shared/ui/panel';
import { texts } from './texts';
import type { UnitForm } from './unit-form';
import classes from './unit-form.module.css';

/** The setting that decides who sees borrowers and business contacts. */
export function ContactsPanel() {
  const { control } = useFormContext<UnitForm>();
  return (
    <Panel title={texts.contacts}>
      <div className={classes.fields}>
        <Controller
          control={control}
          name="contactVisibility"
          render={({ field }) => (
            <Select
              {...field}
              className={classes.whole}
              label={texts.contactVisibility}
              description={texts.contactVisibilityHelp}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={Object.entries(texts.contactVisibilities).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
            />
          )}
        />
      </div>
    </Panel>
  );
}

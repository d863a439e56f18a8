import { TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { Panel } from '@/shared/ui/panel';
import { texts } from './texts';
import type { UnitForm } from './unit-form';
import classes from './unit-form.module.css';

const fields = [
  { name: 'borrowerPortalUrl', label: texts.borrowerPortal, description: texts.borrowerPortalHelp },
  {
    name: 'borrowerPortalSpanishUrl',
    label: texts.borrowerPortalSpanish,
    description: texts.borrowerPortalSpanishHelp,
  },
  { name: 'realtorPortalUrl', label: texts.agentPortal, description: undefined },
] as const;

/** Default portal addresses of officers without their own. */
export function PortalsPanel({ text }: { text: string }) {
  const { register, formState } = useFormContext<UnitForm>();
  return (
    <Panel title={texts.portals} text={text}>
      <div className={classes.fields}>
        {fields.map(({ name, label, description }) => (
          <TextInput
            key={name}
            className={classes.whole}
            label={label}
            description={description}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            type="url"
            autoComplete="off"
            error={formState.errors[name]?.message}
            {...register(name)}
          />
        ))}
      </div>
    </Panel>
  );
}

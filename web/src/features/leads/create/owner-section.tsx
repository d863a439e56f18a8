import { Controller, useFormContext } from 'react-hook-form';
import { searchDelayMs } from '@/shared/lib/constants';
import { AsyncSelect } from '@/shared/ui/async-select';
import classes from './add-lead-modal.module.css';
import type { LeadForm } from './lead-form';
import { loadOwners } from './lead-lookups';
import { Section } from './section';
import { texts } from './texts';

/** The lead's primary owner and up to two more. */
export function OwnerSection() {
  return (
    <Section title={texts.owners}>
      <div className={classes.pair}>
        <Owner name="leadAssignee" label={texts.primaryOwner} required />
        <span />
        <Owner name="secondOwner" label={texts.additionalOwner} />
        <Owner name="thirdOwner" label={texts.additionalOwner} />
      </div>
    </Section>
  );
}

type Props = { name: 'leadAssignee' | 'secondOwner' | 'thirdOwner'; label: string; required?: boolean };

function Owner({ name, label, required = false }: Props) {
  const { control, formState, clearErrors } = useFormContext<LeadForm>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <AsyncSelect
          label={label}
          name={label}
          placeholder={texts.ownerPlaceholder}
          required={required}
          queryKey={['users', 'lead-owners']}
          load={loadOwners}
          delayMs={searchDelayMs}
          value={field.value}
          onChange={(owner) => {
            // The error of one owner may depend on the others.
            clearErrors(['leadAssignee', 'secondOwner', 'thirdOwner']);
            field.onChange(owner);
          }}
          onBlur={field.onBlur}
          error={formState.errors[name]?.message}
        />
      )}
    />
  );
}

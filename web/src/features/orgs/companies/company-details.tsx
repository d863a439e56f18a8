import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { useLookups } from '@/shared/session/lookups';
import { Panel } from '@/shared/ui/panel';
import { RecordForm } from '@/shared/ui/record-form';
import { DetailsPanel } from '../settings/details-panel';
import classes from '../settings/unit-form.module.css';
import { type Company, type CompanyChange, companyQuery, useSaveCompany } from './companies';
import layout from './company-layout.module.css';
import { texts } from './texts';

/** Fields of the form. Fields that the company's own settings page also has use the same names. */
type Form = {
  name: string;
  displayName: string;
  slug: string;
  nmlsId: string;
  street: string;
  city: string;
  stateCode: string | null;
  postalCode: string;
  timeZone: string;
  isNonDelegated: boolean;
};

const formOf = ({ address, ...company }: Company): Form => ({
  name: company.name,
  displayName: company.displayName,
  slug: company.slug ?? '',
  nmlsId: company.nmlsId ?? '',
  street: address.street ?? '',
  city: address.city ?? '',
  stateCode: address.stateCode ?? null,
  postalCode: address.postalCode ?? '',
  timeZone: company.timeZone,
  isNonDelegated: company.isNonDelegated,
});

const bodyOf = ({ street, city, stateCode, postalCode, ...form }: Form): CompanyChange => ({
  ...form,
  address: { street, city, stateCode: stateCode ?? '', postalCode },
});

const text = z.string().trim();
const resolver = schemaResolver<Form>(
  z.object({
    name: text.min(1, texts.required),
    displayName: text.min(1, texts.required),
    slug: text.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, texts.slugRule),
    nmlsId: text.regex(/^\d{0,12}$/, texts.nmlsIdRule),
    postalCode: text.regex(/^(\d{5}([- ]?\d{4})?)?$/, texts.postalCodeRule),
  }),
);

const fieldOf = (path: string) => path.replace(/^address\//, '') as keyof Form;

/** Edits a company's names, address and limits. */
export function CompanyDetails({ companyId }: { companyId: number }) {
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  const save = useSaveCompany(companyId);
  return (
    <div className={layout.form}>
      <RecordForm
        // A change of the state elsewhere on the page resets the form.
        key={company.state}
        record={company}
        formOf={formOf}
        resolver={resolver}
        fieldOf={fieldOf}
        save={(form, version) => save.mutateAsync({ body: bodyOf(form), version })}
      >
        <DetailsPanel />
        <ProgramPanel />
      </RecordForm>
    </div>
  );
}

function ProgramPanel() {
  const { register, control, formState } = useFormContext<Form>();
  const { timeZones } = useLookups();
  return (
    <Panel title={texts.program}>
      <div className={classes.fields}>
        <TextInput
          label={texts.slug}
          required
          description={texts.slugHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...register('slug')}
          error={formState.errors.slug?.message}
        />
        <Controller
          control={control}
          name="timeZone"
          render={({ field }) => (
            <Select
              {...field}
              label={texts.timeZone}
              data={timeZones.map(({ id, name }) => ({ value: id, label: name }))}
              allowDeselect={false}
              error={formState.errors.timeZone?.message}
            />
          )}
        />
        <Checkbox className={classes.whole} label={texts.nonDelegated} {...register('isNonDelegated')} />
      </div>
    </Panel>
  );
}

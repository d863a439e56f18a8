import '@mantine/core/styles/Combobox.layer.css';
import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Controller, type Path, useFieldArray, useFormContext } from 'react-hook-form';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { Panel } from '@/shared/ui/panel';
import { RecordForm } from '@/shared/ui/record-form';
import { type Company, companyQuery, type Domain, useSaveDomains } from './companies';
import classes from './company-domains.module.css';
import layout from './company-layout.module.css';
import { texts } from './texts';

type Form = { domains: Domain[] };

const formOf = ({ domains }: Company): Form => ({ domains: domains.map(({ host, context }) => ({ host, context })) });
const resolver = schemaResolver<Form>(z.object({ domains: z.array(z.object({ host: z.string() })) }));
/** Converts the error path `0/host` to the form path `domains.0.host`. */
const fieldOf = (path: string) => `domains.${path.replaceAll('/', '.')}` as Path<Form>;

/** Hosts of a company. */
export function CompanyDomains({ companyId }: { companyId: number }) {
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  const save = useSaveDomains(companyId);
  return (
    <div className={layout.form}>
      <RecordForm
        record={company}
        formOf={formOf}
        resolver={resolver}
        fieldOf={fieldOf}
        save={({ domains }, version) => save.mutateAsync({ body: domains, version })}
      >
        <DomainsPanel />
      </RecordForm>
    </div>
  );
}

function DomainsPanel() {
  const { register, control, formState } = useFormContext<Form>();
  const { fields, append, remove } = useFieldArray({ control, name: 'domains' });
  return (
    <Panel
      title={texts.domains}
      text={texts.domainsText}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => append({ host: '', context: 'LOS' })}
        >
          {texts.addDomain}
        </Button>
      }
    >
      {fields.length === 0 && <p className={classes.none}>{texts.noDomains}</p>}
      <ul className={classes.list}>
        {fields.map((field, index) => (
          <li key={field.id} className={classes.row}>
            <TextInput
              aria-label={texts.host}
              placeholder="loans.example.com"
              autoComplete="off"
              spellCheck={false}
              {...register(`domains.${index}.host`)}
              error={formState.errors.domains?.[index]?.host?.message}
            />
            <Controller
              control={control}
              name={`domains.${index}.context`}
              render={({ field: context }) => (
                <Select
                  {...context}
                  aria-label={texts.context}
                  data={Object.entries(texts.contexts).map(([value, label]) => ({ value, label }))}
                  allowDeselect={false}
                />
              )}
            />
            <ActionIcon aria-label={texts.removeDomain(field.host)} onClick={() => remove(index)}>
              <IconTrash size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { Loaded, Panel } from '@/shared/ui/panel';
import { RecordForm } from '@/shared/ui/record-form';
import { SettingsPage } from '@/shared/ui/settings-page';
import { useRefreshUser } from '../profile/own-calls';
import classes from '../profile/profile-page.module.css';
import {
  changePortals,
  formOf,
  type OwnPortals,
  ownPortalsQuery,
  type PortalField,
  type PortalsForm,
  portalFields,
} from './own-portals';
import { texts } from './texts';

const labels: Record<PortalField, string> = {
  borrowerPortalUrl: texts.borrowerPortal,
  borrowerPortalSpanishUrl: texts.borrowerPortalSpanish,
  realtorPortalUrl: texts.agentPortal,
};

// The server checks addresses; its message appears at the field.
const resolver = schemaResolver<PortalsForm>(
  z.object({ borrowerPortalUrl: z.string(), borrowerPortalSpanishUrl: z.string(), realtorPortalUrl: z.string() }),
);

/** The portal addresses of a loan officer's links. */
export function OwnPortalsPage() {
  const portals = useQuery(ownPortalsQuery);
  const refresh = useRefreshUser();
  const save = async (form: PortalsForm, version: number) => {
    const saved = await changePortals(form, version);
    await refresh();
    return saved;
  };
  return (
    <SettingsPage title={texts.title}>
      <Loaded query={portals}>
        {(loaded) => (
          <RecordForm
            record={loaded}
            formOf={formOf}
            resolver={resolver}
            fieldOf={(path) => path as PortalField}
            save={save}
          >
            <Fields inherited={loaded.inherited} />
          </RecordForm>
        )}
      </Loaded>
    </SettingsPage>
  );
}

function Fields({ inherited }: Pick<OwnPortals, 'inherited'>) {
  const { register, formState } = useFormContext<PortalsForm>();
  const helpOf = (name: PortalField) => {
    const address = inherited[name];
    if (address) return texts.inherited(address);
    return name === 'borrowerPortalSpanishUrl' ? texts.spanishByDefault : texts.noneInherited;
  };
  return (
    <Panel title={texts.panel} text={texts.text}>
      <div className={classes.fields}>
        {portalFields.map((name) => (
          <TextInput
            key={name}
            className={classes.whole}
            label={labels[name]}
            description={helpOf(name)}
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

import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, CopyButton, Group, Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import keys from '@/features/integrations/keys/keys.module.css';
import { modalWidths } from '@/shared/lib/constants';
import { leadSourcesQuery } from '@/shared/session/lookups';
import { AsyncSelect } from '@/shared/ui/async-select';
import type { OwnerOption } from '../create/lead-form';
import { leadProvidersQuery, loadOwners } from '../create/lead-lookups';
import { type Holds, holds } from '../import/mapping';
import { texts as importTexts } from '../import/texts';
import { type AddressIn, useNewAddress } from './address-calls';
import classes from './intake.module.css';
import { texts } from './texts';

/** Creates an endpoint with name, provider and field mapping, then shows its path once. */
export default function NewAddressDialog({ onClose }: { onClose: () => void }) {
  const create = useNewAddress();
  const providers = useQuery(leadProvidersQuery);
  const sources = useQuery(leadSourcesQuery);
  const [name, setName] = useState('');
  const [provider, setProvider] = useState<string | null>(null);
  const [source, setSource] = useState<string | null>(null);
  const [owner, setOwner] = useState<OwnerOption | null>(null);
  const [fields, setFields] = useState<Partial<Record<Holds, string>>>({});
  const problems = create.error instanceof ApiError ? create.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = Object.entries(fields).filter(([, field]) => field.trim() !== '');
    create.mutate({
      name,
      provider: provider ? Number(provider) : null,
      source: source ? Number(source) : null,
      owner: owner && { WizeUserId: owner.userId, WizeOrgUnitId: owner.orgUnitId, isPrimary: true },
      mapping: Object.fromEntries(named.map(([column, field]) => [column, field.trim()])) as AddressIn['mapping'],
    });
  };
  const choices = (list: readonly { id: number; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name: label }) => ({ value: String(id), label }));
  if (create.data) {
    return <CreatedAddress address={window.location.origin + create.data.path} onClose={onClose} />;
  }
  return (
    <Modal opened onClose={onClose} title={texts.newAddress} size={modalWidths.medium}>
      <form noValidate onSubmit={submit}>
        <div className={classes.fields}>
          <TextInput
            label={texts.name}
            placeholder={texts.namePlaceholder}
            required
            data-autofocus
            autoComplete="off"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={problems.name}
          />
          <AsyncSelect
            label={texts.owner}
            name={texts.owner}
            placeholder={texts.addressOwner}
            queryKey={['users', 'lead-owners']}
            load={loadOwners}
            value={owner}
            onChange={setOwner}
          />
          <Select
            label={texts.provider}
            data={choices(providers.data)}
            value={provider}
            onChange={setProvider}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${texts.provider}` }}
          />
          <Select
            label={texts.source}
            data={choices(sources.data)}
            value={source}
            onChange={setSource}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${texts.source}` }}
            error={problems['LeadReferral/otherSourceDesc'] ?? problems['LeadReferral/BusinessContactId']}
          />
        </div>
        <fieldset className={classes.mapping}>
          <legend>{texts.mapping}</legend>
          <p>{texts.mappingText}</p>
          <div className={classes.fields}>
            {holds.map((column) => (
              <TextInput
                key={column}
                label={importTexts.holds[column]}
                autoComplete="off"
                value={fields[column] ?? ''}
                onChange={({ currentTarget }) => setFields({ ...fields, [column]: currentTarget.value })}
                error={problems[`mapping/${column}`]}
              />
            ))}
          </div>
        </fieldset>
        {create.isError && Object.keys(problems).length === 0 && <p role="alert">{create.error.message}</p>}
        <DialogFoot submit={texts.make} loading={create.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

/** The path of a new endpoint, shown once. */
function CreatedAddress({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={texts.madeTitle} size={modalWidths.medium} closeOnClickOutside={false}>
      <p className={keys.lead}>{texts.madeText}</p>
      <div className={keys.secret}>
        <TextInput label={texts.address} value={address} readOnly data-autofocus spellCheck={false} />
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <Group justify="flex-end" mt={20}>
        <Button onClick={onClose}>{texts.done}</Button>
      </Group>
    </Modal>
  );
}

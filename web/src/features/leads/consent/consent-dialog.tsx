import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Checkbox, Group, Modal, Radio, Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { Lead } from '@/api/types';
import { modalWidths } from '@/shared/lib/constants';
import { isoToday, phone } from '@/shared/lib/format';
import { DateField } from '@/shared/ui/date-field';
import { toast } from '@/shared/ui/toasts/toast-store';
import { leadConfigQuery } from '../create/lead-lookups';
import { useConsent } from './consent';
import type { ConsentKind } from './consent-groups';
import { texts } from './texts';

type Props = { lead: Lead; onClose: () => void };
type How = keyof typeof texts.hows;

/** Records a consent to calls and texts, or its withdrawal. */
export default function ConsentDialog({ lead, onClose }: Props) {
  const config = useQuery(leadConfigQuery);
  const consent = useConsent(lead.id);
  const [isGiven, setGiven] = useState(true);
  const [kinds, setKinds] = useState<string[]>(['CALL', 'TEXT']);
  const [source, setSource] = useState<How>('SPOKEN');
  const [number, setNumber] = useState(lead.consentByPhone[0]?.phone ?? null);
  const [saidAt, setSaidAt] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const fields = consent.error instanceof ApiError ? consent.error.fields : {};
  const wording = typed ?? (isGiven ? (config.data?.consentWording ?? '') : '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    consent.mutate(
      {
        kinds: kinds as ConsentKind[],
        isGiven,
        source,
        phone: number,
        wording: wording.trim() || null,
        saidAt: saidAt && new Date(saidAt).toISOString(),
      },
      {
        onSuccess: () => {
          toast.success(texts.recorded);
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.record}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={save} noValidate>
        <Stack gap={12}>
          <Radio.Group label={texts.what} value={String(isGiven)} onChange={(value) => setGiven(value === 'true')}>
            <Group gap={16} mt={4}>
              <Radio value="true" label={texts.given} data-autofocus />
              <Radio value="false" label={texts.withdrawn} />
            </Group>
          </Radio.Group>
          <Checkbox.Group label={texts.about} value={kinds} onChange={setKinds} error={fields.kinds}>
            <Group gap={16} mt={4}>
              <Checkbox value="CALL" label={texts.kinds.CALL} />
              <Checkbox value="TEXT" label={texts.kinds.TEXT} />
            </Group>
          </Checkbox.Group>
          <Radio.Group label={texts.how} value={source} onChange={(value) => setSource(value as How)}>
            <Group gap={16} mt={4}>
              <Radio value="SPOKEN" label={texts.hows.SPOKEN} />
              <Radio value="WRITTEN" label={texts.hows.WRITTEN} />
            </Group>
          </Radio.Group>
          <Select
            label={texts.number}
            data={[...new Set(lead.consentByPhone.map((one) => one.phone))].map((value) => ({
              value,
              label: phone(value),
            }))}
            value={number}
            onChange={setNumber}
            allowDeselect={false}
            error={fields.phone}
          />
          <DateField
            withTime
            label={texts.when}
            description={texts.whenHelp}
            maxDate={isoToday()}
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${texts.when}` }}
            value={saidAt}
            onChange={setSaidAt}
            error={fields.saidAt}
          />
          <Textarea
            label={texts.wording}
            description={isGiven ? texts.wordingHelp : texts.withdrawalHelp}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={2000}
            value={wording}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={fields.wording}
          />
        </Stack>
        {consent.isError && Object.keys(fields).length === 0 && <p role="alert">{consent.error.message}</p>}
        <DialogFoot submit={texts.save} loading={consent.isPending} disabled={kinds.length === 0} onCancel={onClose} />
      </form>
    </Modal>
  );
}

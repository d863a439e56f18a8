import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Modal, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { Lead } from '@/api/types';
import { modalWidths } from '@/shared/lib/constants';
import { DateField } from '@/shared/ui/date-field';
import { leadConfigQuery } from '../create/lead-lookups';
import { tomorrow } from './follow-up';
import { useLeadChange } from './lead-work';
import { texts } from './texts';

type Props = {
  lead: Pick<Lead, 'id' | 'version' | 'status'>;
  /** The proposed status. Defaults to the current one. */
  to?: number;
  onClose: () => void;
};

/** Changes a lead's status. Lost needs a reason, and Nurturing a date. */
export default function StatusDialog({ lead, to = lead.status.id, onClose }: Props) {
  const config = useQuery(leadConfigQuery);
  const work = useLeadChange(lead);
  const [status, setStatus] = useState<string | null>(String(to));
  const [reason, setReason] = useState<string | null>(null);
  const [wakeOn, setWakeOn] = useState<string | null>(null);
  const statuses = config.data?.leadStatuses ?? [];
  const kind = statuses.find(({ id }) => String(id) === status)?.kind;
  const fields = work.error instanceof ApiError ? work.error.fields : {};
  const save = (event: FormEvent) => {
    event.preventDefault();
    const move = {
      statusId: Number(status),
      ...(kind === 'Lost' && reason && { lostReasonId: Number(reason) }),
      ...(kind === 'Nurturing' && wakeOn && { wakeOn }),
    };
    work.mutate({ act: 'move', move }, { onSuccess: onClose });
  };
  const hasOtherError = work.isError && Object.keys(fields).length === 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.changeStatus}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={save} noValidate>
        <Stack gap={12}>
          <Select
            label={texts.status}
            data={statuses.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={status}
            onChange={setStatus}
            allowDeselect={false}
            data-autofocus
          />
          {kind === 'Lost' && (
            <Select
              label={texts.lostReason}
              placeholder={texts.lostReasonPlaceholder}
              required
              data={(config.data?.lostReasons ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              value={reason}
              onChange={setReason}
              error={fields.lostReasonId}
            />
          )}
          {kind === 'Nurturing' && (
            <DateField
              label={texts.wakeOn}
              description={texts.wakeOnHelp}
              required
              minDate={tomorrow()}
              value={wakeOn}
              onChange={setWakeOn}
              error={fields.wakeOn}
            />
          )}
        </Stack>
        {hasOtherError && <p role="alert">{work.error?.message}</p>}
        <DialogFoot submit={texts.save} loading={work.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

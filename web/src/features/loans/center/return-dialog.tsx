import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { tomorrow } from '@/features/leads/page/follow-up';
import { modalWidths } from '@/shared/lib/constants';
import { day } from '@/shared/lib/format';
import { DateField } from '@/shared/ui/date-field';
import { toast } from '@/shared/ui/toasts/toast-store';
import { texts } from './texts';

type Props = { leadId: number; onClose: () => void };

/** Asks for the date on which the lead becomes active again. */
export default function ReturnDialog({ leadId, onClose }: Props) {
  const queryClient = useQueryClient();
  const [wakeOn, setWakeOn] = useState<string | null>(null);
  const giveBack = useMutation({
    mutationFn: () =>
      answer(api.POST('/api/leads/{id}/return', { params: { path: { id: leadId } }, body: { wakeOn } })),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['loans'] });
      void queryClient.invalidateQueries({ queryKey: ['leads'] });
    },
    meta: { quiet: true },
  });
  const fields = giveBack.error instanceof ApiError ? giveBack.error.fields : {};
  const save = (event: FormEvent) => {
    event.preventDefault();
    giveBack.mutate(undefined, {
      onSuccess: () => {
        toast.success(texts.returned(leadId, day(wakeOn)));
        onClose();
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.returnTitle}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={save} noValidate>
        <p>{texts.returnText}</p>
        <DateField
          label={texts.wakeOn}
          description={texts.wakeOnHelp}
          required
          minDate={tomorrow()}
          value={wakeOn}
          onChange={setWakeOn}
          error={fields.wakeOn}
          data-autofocus
        />
        {giveBack.isError && !fields.wakeOn && <p role="alert">{giveBack.error.message}</p>}
        <DialogFoot submit={texts.returnLead} loading={giveBack.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

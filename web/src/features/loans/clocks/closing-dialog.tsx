import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { modalWidths } from '@/shared/lib/constants';
import { DateField } from '@/shared/ui/date-field';
import { toast } from '@/shared/ui/toasts/toast-store';
import { useDeadlineChange } from './clocks';
import { texts } from './texts';

type Props = { loanId: number; closingOn: string | null; onClose: () => void };

/** Plans the closing date. */
export default function ClosingDialog({ loanId, closingOn: from, onClose }: Props) {
  const change = useDeadlineChange(loanId);
  const [closingOn, setClosingOn] = useState(from);
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { do: 'plan', from, closingOn },
      {
        onSuccess: () => {
          toast.success(texts.planned);
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.planClosing}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={save} noValidate>
        <DateField
          label={texts.closingDay}
          description={texts.closingHelp}
          value={closingOn}
          onChange={setClosingOn}
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${texts.closingDay}` }}
          data-autofocus
        />
        {change.isError && <p role="alert">{change.error.message}</p>}
        <DialogFoot submit={texts.plan} loading={change.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

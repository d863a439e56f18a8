import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import { Modal, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { type ClockAct, useDeadlineChange } from './clocks';
import classes from './deadlines.module.css';
import { texts } from './texts';

type Props = { loanId: number; act: ClockAct; onClose: () => void };

/** Asks why an event was recorded in error. */
export default function RetractDialog({ loanId, act, onClose }: Props) {
  const change = useDeadlineChange(loanId);
  const [reason, setReason] = useState('');
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ do: 'retract', act: act.id, reason }, { onSuccess: onClose });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.takeBackTitle}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={save} noValidate>
        <p className={classes.quiet}>{texts.takeBackText}</p>
        <Textarea
          label={texts.reason}
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={fields.reason}
          data-autofocus
        />
        {change.isError && !fields.reason && <p role="alert">{change.error.message}</p>}
        <DialogFoot submit={texts.takeBack} loading={change.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

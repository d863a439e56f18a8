import '@/shared/ui/modal-styles';
import { Button, Modal, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answer, api } from '@/api/client';
import { modalWidths } from '@/shared/lib/constants';
import { day, dayOf } from '@/shared/lib/format';
import { usePermission } from '@/shared/session/me';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { Loaded, Panel } from '@/shared/ui/panel';
import { retentionQuery } from './history';
import classes from './history.module.css';
import { texts } from './texts';

/** How long the loan's records are kept, and its legal hold. */
export function RetentionPanel({ loanId }: { loanId: number }) {
  const retention = useQuery(retentionQuery(loanId));
  const mayHold = usePermission('SETTINGS_MANAGE');
  const [isOpen, setOpen] = useState(false);
  const hold = retention.data?.hold;
  return (
    <Panel
      title={texts.retention}
      text={texts.retentionText}
      action={
        mayHold &&
        retention.data && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {hold ? texts.liftHold : texts.setHold}
          </Button>
        )
      }
    >
      <Loaded query={retention}>
        {({ terms, disposableFrom }) => (
          <>
            {hold && (
              <p role="status" className={classes.hold}>
                {texts.held(hold.setBy ?? texts.unknownPerson, dayOf(hold.setAt))}: {hold.reason}
              </p>
            )}
            {terms.length === 0 ? (
              <p className={classes.quiet}>{texts.noTerms}</p>
            ) : (
              <table className={classes.differences} aria-label={texts.retention}>
                <thead>
                  <tr>
                    <th scope="col">{texts.records}</th>
                    <th scope="col">{texts.keptUntil}</th>
                    <th scope="col">{texts.rule}</th>
                  </tr>
                </thead>
                <tbody>
                  {terms.map(({ label, until, source }) => (
                    <tr key={label}>
                      <th scope="row">{label}</th>
                      <td data-label={texts.keptUntil}>{day(until)}</td>
                      <td data-label={texts.rule}>{source}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {disposableFrom && <p className={classes.quiet}>{texts.disposableFrom(day(disposableFrom))}</p>}
          </>
        )}
      </Loaded>
      {isOpen && <HoldDialog loanId={loanId} isHeld={Boolean(hold)} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

type DialogProps = { loanId: number; isHeld: boolean; onClose: () => void };

/** Asks for the reason of setting or lifting a hold. */
function HoldDialog({ loanId, isHeld, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const save = useMutation({
    mutationFn: () => {
      const request = { params: { path: { id: loanId } }, body: { reason } };
      return answer(
        isHeld ? api.POST('/api/loans/{id}/legal-hold/lift', request) : api.PUT('/api/loans/{id}/legal-hold', request),
      );
    },
    onSuccess: (retention) => {
      queryClient.setQueryData(retentionQuery(loanId).queryKey, retention);
      onClose();
    },
    meta: { quiet: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={isHeld ? texts.liftHold : texts.setHold} size={modalWidths.small}>
      <form onSubmit={submit} noValidate>
        <Textarea
          data-autofocus
          label={texts.reason}
          description={isHeld ? texts.liftHoldText : texts.setHoldText}
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          error={save.error?.message}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogFoot
          submit={isHeld ? texts.liftHold : texts.setHold}
          loading={save.isPending}
          disabled={!reason.trim()}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

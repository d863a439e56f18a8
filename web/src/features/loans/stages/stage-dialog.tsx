import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Checkbox, Modal, Select, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { isoToday } from '@/shared/lib/format';
import { useLookups } from '@/shared/session/lookups';
import { DateField } from '@/shared/ui/date-field';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type MovableLoan, type OfferedStage, type StageMove, useStageMove } from './stages';
import classes from './stages.module.css';
import { texts } from './texts';

type Props = {
  loan: MovableLoan;
  to: OfferedStage;
  /** Called if rules refused the move. */
  onHeld: (request: StageMove, error: Error) => void;
  onClose: () => void;
};

/** Maximum principal reasons of a denial. */
const reasonsMax = 4;
/** Code of the reason that needs a description. */
const other = '9';

/** Asks for a stage's details: funding date, reasons, or why the loan is reopened. */
export default function StageDialog({ loan, to, onHeld, onClose }: Props) {
  const { withdrawalReasons } = useLookups();
  const move = useStageMove();
  const [fundedDate, setFundedDate] = useState<string | null>(null);
  const [listed, setListed] = useState<string | null>(null);
  const [denials, setDenials] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const { stage, step } = to;
  const isDenial = step === 'End' && stage.kind === 'Denied';
  const isWithdrawal = step === 'End' && stage.kind === 'Withdrawn';
  const fields = move.error instanceof ApiError ? move.error.fields : {};
  const hasOtherError = move.isError && Object.keys(fields).length === 0;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const request = {
      stageId: stage.id,
      ...(fundedDate && { fundedDate }),
      ...(listed && { reasonId: Number(listed) }),
      ...(isDenial && { denialReasons: denials.map(Number) }),
      ...(reason.trim() && { reason }),
    };
    move.mutate(
      { loan, move: request },
      {
        onSuccess: () => {
          toast.success(texts.moved(stage.name));
          onClose();
        },
        onError: (error) => onHeld(request, error),
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={step === 'Reopen' ? texts.reopenTitle(stage.name) : texts.title(stage.name)}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={save} noValidate>
        <div className={classes.form}>
          {step === 'Fund' && (
            <DateField
              label={texts.fundedOn}
              required
              maxDate={isoToday()}
              value={fundedDate}
              onChange={setFundedDate}
              error={fields.fundedDate}
              data-autofocus
            />
          )}
          {isWithdrawal && (
            <Select
              label={texts.listed}
              placeholder={texts.listedPlaceholder}
              data={withdrawalReasons.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={listed}
              onChange={setListed}
              error={fields.reasonId}
              data-autofocus
            />
          )}
          {isDenial && <DenialReasons value={denials} onChange={setDenials} error={fields.denialReasons} />}
          {step !== 'Fund' && (!isDenial || denials.includes(other)) && (
            <Textarea
              label={(isWithdrawal && texts.words) || (isDenial && texts.other) || texts.why}
              required={!isWithdrawal}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={500}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              error={fields.reason}
              data-autofocus={(!isWithdrawal && !isDenial) || undefined}
            />
          )}
          {stage.readOnly && <p className={classes.note}>{texts.readOnly}</p>}
          {step === 'Reopen' && !stage.readOnly && <p className={classes.note}>{texts.reopened}</p>}
          {hasOtherError && (
            <p role="alert" className={classes.failure}>
              {move.error?.message}
            </p>
          )}
        </div>
        <DialogFoot
          submit={step === 'Reopen' ? texts.reopen : texts.move}
          loading={move.isPending}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

type DenialProps = { value: string[]; onChange: (codes: string[]) => void; error: string | undefined };

/** The principal reasons of a denial. */
function DenialReasons({ value, onChange, error }: DenialProps) {
  const { denialReasons } = useLookups();
  return (
    <Checkbox.Group
      label={texts.denialReasons}
      description={texts.denialHelp}
      required
      value={value}
      onChange={onChange}
      error={error}
    >
      <div className={classes.reasons}>
        {denialReasons.map(({ code, name }) => (
          <Checkbox
            key={code}
            value={String(code)}
            label={name}
            disabled={value.length >= reasonsMax && !value.includes(String(code))}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

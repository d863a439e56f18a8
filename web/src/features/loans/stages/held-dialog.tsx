import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type HeldItem, heldBy, pathOf, type RequiredField } from './held';
import { HeldField } from './held-field';
import { useSaveMissingItems } from './save-missing-items';
import { type MovableLoan, type OfferedStage, type StageMove, useStageMove } from './stages';
import classes from './stages.module.css';
import { texts } from './texts';

export type Held = { loan: MovableLoan; to: OfferedStage['stage']; move: StageMove; items: readonly HeldItem[] };

type Props = { held: Held; onClose: () => void };

const keyOf = ({ kind, ruleId, text }: HeldItem) => `${kind} ${ruleId} ${text}`;

/**
 * Lists what the company's rules require before the stage. The user fills in, completes and confirms the items here.
 */
export default function HeldDialog({ held: { loan, to, move, items: first }, onClose }: Props) {
  const isPhone = useIsPhone();
  const save = useSaveMissingItems(loan.id);
  const go = useStageMove();
  const [items, setItems] = useState(first);
  const [fields, setFields] = useState<Partial<Record<RequiredField, string>>>({});
  const [checked, setChecked] = useState<readonly string[]>([]);
  const isChecked = (item: HeldItem) => checked.includes(keyOf(item));
  const of = (kind: HeldItem['kind']) => items.filter((item) => item.kind === kind);
  const act = useMutation({
    mutationFn: async () => {
      // Leaves out items that were saved before a failed attempt.
      const missed = of('FIELD').flatMap(({ field }) => (field && fields[field] ? [[field, fields[field]]] : []));
      await save({ fields: Object.fromEntries(missed), done: of('TASK').filter(isChecked) });
      const confirmed = [
        ...(move.confirmed ?? []),
        ...first.filter((item) => item.kind === 'CONFIRMATION' && isChecked(item)).map(({ ruleId }) => ruleId),
      ];
      await go.mutateAsync({ loan, move: { ...move, confirmed } });
    },
    onSuccess: () => {
      toast.success(texts.moved(to.name));
      onClose();
    },
    onError: (error) => {
      const still = heldBy(error);
      if (still.length > 0) setItems(still);
    },
    meta: { quiet: true },
  });
  const refused = act.error instanceof ApiError ? act.error.fields : {};
  const isHeld = heldBy(act.error).length > 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    act.mutate();
  };
  const check = (item: HeldItem) => (
    <Checkbox
      key={keyOf(item)}
      label={item.text}
      checked={isChecked(item)}
      onChange={({ currentTarget }) => {
        const others = checked.filter((key) => key !== keyOf(item));
        setChecked(currentTarget.checked ? [...others, keyOf(item)] : others);
      }}
    />
  );
  const errorOf = (field: RequiredField) => refused[pathOf[field] ?? ''] ?? refused[`${field}Id`];
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.heldTitle(to.name)}
      size={modalWidths.small}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={send} noValidate>
        <div className={classes.form}>
          <p className={classes.note}>{texts.heldBy([...new Set(items.map(({ ruleName }) => ruleName))])}</p>
          {of('FIELD').map(
            ({ field, text }) =>
              field && (
                <HeldField
                  key={field}
                  field={field}
                  label={text}
                  value={fields[field] ?? ''}
                  error={errorOf(field)}
                  onChange={(value) => setFields({ ...fields, [field]: value })}
                />
              ),
          )}
          {of('TASK').length > 0 && (
            <fieldset className={classes.held}>
              <legend>{texts.heldTasks}</legend>
              {of('TASK').map(check)}
            </fieldset>
          )}
          {of('CONFIRMATION').length > 0 && (
            <fieldset className={classes.held}>
              <legend>{texts.heldConfirmations}</legend>
              {of('CONFIRMATION').map(check)}
            </fieldset>
          )}
          {act.isError && (
            <p role="alert" className={classes.failure}>
              {isHeld ? texts.stillHeld : act.error.message}
            </p>
          )}
        </div>
        <DialogFoot submit={texts.move} loading={act.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

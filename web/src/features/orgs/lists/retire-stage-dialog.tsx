import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, Group, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { modalWidths } from '@/shared/lib/constants';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type ListEntry, useListChange } from './company-list';
import classes from './list-card.module.css';
import { texts } from './texts';

type Props = { stage: ListEntry; successors: readonly ListEntry[]; onClose: () => void };

/** Retires a stage that has loans. The user chooses a stage for them first. */
export default function RetireStageDialog({ stage, successors, onClose }: Props) {
  const [to, setTo] = useState<string | null>(successors.length === 1 ? String(successors[0]?.id) : null);
  const change = useListChange('loan-stages');
  const retire = () =>
    change.mutate(
      { act: 'edit', entry: stage, body: { isActive: false, moveTo: Number(to) } },
      {
        onSuccess: () => {
          toast.success(texts.wasRetired(stage.name));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={texts.retireStage(stage.name)} size={modalWidths.small}>
      <div className={classes.fields}>
        <p className={classes.question}>{texts.loansMove(stage.loans ?? 0, stage.name)}</p>
        {successors.length > 0 ? (
          <Select
            label={texts.moveTo}
            placeholder={texts.chooseStage}
            required
            data={successors.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={to}
            onChange={setTo}
            allowDeselect={false}
          />
        ) : (
          <p className={classes.question}>{texts.noOtherStage}</p>
        )}
      </div>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={to === null} loading={change.isPending} onClick={retire}>
          {texts.retire}
        </Button>
      </Group>
    </Modal>
  );
}

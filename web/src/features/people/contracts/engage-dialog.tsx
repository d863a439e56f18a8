import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import { Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { toast } from '@/shared/ui/toasts/toast-store';
import users from '../users/users.module.css';
import { useContractChange } from './contracts';
import { texts } from './texts';

/** Engages a processing company, found by its public NMLS ID. */
export default function EngageDialog({ onClose }: { onClose: () => void }) {
  const [nmlsId, setNmlsId] = useState('');
  const [problem, setProblem] = useState<string>();
  const change = useContractChange(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!nmlsId.trim()) {
      setProblem(texts.nmlsIdRequired);
      return;
    }
    change.mutate(
      { act: 'engage', nmlsId },
      {
        onSuccess: ({ name }) => {
          toast.success(texts.engaged(name));
          onClose();
        },
        onError: (error) => setProblem((error instanceof ApiError && error.fields.nmlsId) || error.message),
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={texts.engage} size={modalWidths.small}>
      <form noValidate onSubmit={submit}>
        <p className={users.lead}>{texts.engageText}</p>
        <TextInput
          label={texts.nmlsId}
          required
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          value={nmlsId}
          onChange={(event) => {
            setNmlsId(event.currentTarget.value);
            setProblem(undefined);
          }}
          error={problem}
        />
        <DialogFoot submit={texts.engage} loading={change.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

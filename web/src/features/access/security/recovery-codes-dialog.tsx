import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { renewRecoveryCodes } from '../calls';
import { CodeForm } from '../second-factor/code-form';
import { RecoveryCodes } from '../second-factor/recovery-codes';
import { texts } from './texts';

/** The server's message about the code or the request. */
const problemOf = (error: Error | null): string | null =>
  error && ((error instanceof ApiError && error.fields.code) || error.message);

/** Creates new recovery codes. Requires an authenticator code. */
export default function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const renewal = useMutation({ mutationFn: renewRecoveryCodes, meta: { quiet: true } });
  const codes = renewal.data?.recoveryCodes;
  return (
    <Modal
      opened
      onClose={onClose}
      title={codes ? texts.codesKeep : texts.newCodesTitle}
      size={modalWidths.small}
      closeOnClickOutside={!codes}
    >
      {codes ? (
        <>
          <RecoveryCodes codes={codes} />
          <Group justify="flex-end" mt={20}>
            <Button data-autofocus onClick={onClose}>
              {texts.done}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <p style={{ margin: '0 0 12px' }}>{texts.newCodesText}</p>
          <CodeForm
            kind="authenticator"
            problem={problemOf(renewal.error)}
            isBusy={renewal.isPending}
            onCode={renewal.mutate}
          />
        </>
      )}
    </Modal>
  );
}

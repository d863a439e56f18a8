import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { modalWidths } from '@/shared/lib/constants';
import { texts } from '../texts';

type Props = { left: number; onContinue: () => void; onLogout: () => void };

/** Asks an idle user whether to continue. It closes only by one of its two buttons. */
export default function IdleDialog({ left, onContinue, onLogout }: Props) {
  return (
    <Modal
      opened
      onClose={() => {}}
      title={texts.idleTitle}
      size={modalWidths.small}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      // Above all other dialogs.
      zIndex={500}
    >
      <p role="timer" className="tabular" style={{ margin: 0 }}>
        {texts.idleText(left)}
      </p>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onLogout}>
          {texts.logout}
        </Button>
        <Button data-autofocus onClick={onContinue}>
          {texts.continue}
        </Button>
      </Group>
    </Modal>
  );
}

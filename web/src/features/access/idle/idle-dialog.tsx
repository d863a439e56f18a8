import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { modalWidths } from '@/shared/lib/constants';
import { texts } from '../texts';

type Props = { left: number; onContinue: () => void; onLogout: () => void };

/** The question whether anybody is there. It has two answers and no third. */
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
      // Above whatever else is open.
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

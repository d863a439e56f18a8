import { Button, Group, Modal } from '@mantine/core';
import { modalWidths } from '../lib/constants';
import './modal-styles';

type Props = { title: string; question: string; no: string; yes: string; onAnswer: (yes: boolean) => void };

/** A yes/no question. Closing the dialog in any other way means No. */
export default function ConfirmDialog({ title, question, no, yes, onAnswer }: Props) {
  return (
    <Modal opened onClose={() => onAnswer(false)} title={title} size={modalWidths.small} zIndex={600}>
      <p style={{ margin: 0 }}>{question}</p>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          {no}
        </Button>
        <Button onClick={() => onAnswer(true)}>{yes}</Button>
      </Group>
    </Modal>
  );
}

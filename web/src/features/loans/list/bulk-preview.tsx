import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { modalWidths } from '@/shared/lib/constants';
import classes from './bulk-preview.module.css';
import { texts } from './bulk-texts';
import type { BulkDone } from './loan-bulk';

type Props = {
  title: string;
  preview: Pick<BulkDone, 'changed' | 'refused'>;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** How many loans would change, and why others would not. */
export default function BulkPreview({ title, preview, isPending, onConfirm, onClose }: Props) {
  const { changed, refused } = preview;
  return (
    <Modal opened onClose={onClose} title={title} size={modalWidths.small} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className={classes.sum}>{texts.preview(changed, refused.length)}</p>
      {refused.length > 0 && (
        <ul className={classes.refused} aria-label={texts.refused}>
          {refused.map(({ id, borrowerName, loanNumber, reason }) => (
            <li key={id}>
              <span className={classes.name}>{[borrowerName, loanNumber].filter(Boolean).join(', ')}</span>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={changed === 0} loading={isPending} onClick={onConfirm} data-autofocus>
          {texts.confirm(changed)}
        </Button>
      </Group>
    </Modal>
  );
}

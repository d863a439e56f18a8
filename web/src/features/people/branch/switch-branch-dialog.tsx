import { Modal } from '@mantine/core';
import '@/shared/ui/modal-styles';
import { modalWidths } from '@/shared/lib/constants';
import { BranchList } from './branch-list';
import classes from './switch-branch-dialog.module.css';
import { texts } from './texts';

/** The branch list for the user menu. It also shows the user's roles. */
export default function SwitchBranchDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.switchTitle}
      size={modalWidths.small}
      classNames={{ body: classes.body }}
    >
      <BranchList onClose={onClose} />
    </Modal>
  );
}

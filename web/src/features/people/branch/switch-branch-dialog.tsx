import { Modal } from '@mantine/core';
import '@/shared/ui/modal-styles';
import { modalWidths } from '@/shared/lib/constants';
import { BranchList } from './branch-list';
import classes from './switch-branch-dialog.module.css';
import { texts } from './texts';

/** The same list for the user menu, where one may also look up one's roles. */
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

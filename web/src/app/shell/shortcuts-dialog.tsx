import '@/shared/ui/modal-styles';
import { Kbd, Modal } from '@mantine/core';
import { Fragment } from 'react';
import { modalWidths } from '@/shared/lib/constants';
import classes from './shortcuts-dialog.module.css';
import { texts } from './texts';
import { useShortcuts } from './use-shortcuts';

/** Lists the user's keyboard shortcuts. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { general, newItems, others } = useShortcuts();
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.shortcuts}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={classes.keys}>
        {[...others, ...general, ...newItems].map(({ bound, shown, name }) => (
          <div key={bound}>
            <dt>{name}</dt>
            <dd>
              {shown.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && ' + '}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

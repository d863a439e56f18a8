import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import type { components } from '@/api/schema';
import { modalWidths } from '@/shared/lib/constants';
import { day } from '@/shared/lib/format';
import classes from './moves-dialog.module.css';
import { texts } from './texts';

export type Moves = components['schemas']['DeadlineMoves'];

type Props = { moves: Moves; onSave: () => void; onClose: () => void };

/** Shows which deadlines a change of business days moves, before it is saved. */
export default function MovesDialog({ moves: { count, isMore, rows }, onSave, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.movesTitle(count, isMore)}
      size={modalWidths.medium}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.text}>
        {texts.movesText} {count > rows.length && texts.movesListed(rows.length)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <section className={classes.list} aria-label={texts.movesTitle(count, isMore)} tabIndex={0}>
        <ul>
          {rows.map(({ loanId, loanNumber, borrowerName, label, from, to }) => (
            <li key={`${loanId} ${label}`}>
              <span className={classes.loan}>
                {borrowerName} <span className={classes.number}>{loanNumber}</span>
              </span>
              <span>{label}</span>
              <span className={classes.days}>{texts.moved(day(from), day(to))}</span>
            </li>
          ))}
        </ul>
      </section>
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button data-autofocus onClick={onSave}>
          {texts.save}
        </Button>
      </Group>
    </Modal>
  );
}

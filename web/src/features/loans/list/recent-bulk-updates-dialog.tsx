import '@/shared/ui/modal-styles';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { modalWidths } from '@/shared/lib/constants';
import { dayAndTime } from '@/shared/lib/format';
import { Loaded } from '@/shared/ui/panel';
import { bulkStatus, texts } from './bulk-texts';
import { type RecentAct, recentBulkUpdatesQuery, useBulkUpdate, useUndo } from './loan-bulk';
import classes from './recent-bulk-updates-dialog.module.css';

/** The user's recent bulk updates, each with a button to undo it. */
export default function RecentBulkUpdatesDialog({ onClose }: { onClose: () => void }) {
  const updates = useQuery(recentBulkUpdatesQuery);
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.recent}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={updates}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={classes.quiet}>{texts.noneRecent}</p>
          ) : (
            <ul className={classes.acts} aria-label={texts.recent}>
              {rows.map((act) => (
                <BulkUpdateRow key={act.id} act={act} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Modal>
  );
}

function BulkUpdateRow({ act }: { act: RecentAct }) {
  const undo = useUndo();
  const what = nameOf(act);
  const done = useBulkUpdate(act.id, act.waiting > 0).data ?? undo.data;
  const isOpen = !(done?.isUndone ?? act.undoneAt) && Date.parse(done?.undoUntil ?? act.undoUntil ?? '') > Date.now();
  return (
    <li className={classes.act}>
      <span>
        <span className={classes.what}>{what}</span>
        <span className={classes.quiet}>
          {texts.loans(act.changed)} · {dayAndTime(act.madeAt)}
        </span>
      </span>
      {isOpen && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={texts.undoOf(what)}
          loading={undo.isPending}
          onClick={() => undo.mutate(act.id)}
        >
          {texts.undo}
        </Button>
      )}
      {act.undoneAt && !done && <span className={classes.quiet}>{texts.undone}</span>}
      {(done || undo.error) && (
        <p className={classes.outcome} role="status">
          {undo.error ? undo.error.message : done && bulkStatus(done)}
        </p>
      )}
    </li>
  );
}

function nameOf({ stageName, officerName, processorName }: RecentAct): string {
  if (stageName) return texts.moveQuestion(stageName);
  if (officerName) return texts.assignQuestion(officerName);
  return processorName ? texts.processorQuestion(processorName) : texts.other;
}

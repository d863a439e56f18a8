import { Button } from '@mantine/core';
import type { Lead } from '@/api/types';
import { dayAndTime, dayOf } from '@/shared/lib/format';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { useUnmerge } from './merge';
import styles from './merge.module.css';
import { texts } from './texts';

type Props = { lead: Lead; isReadOnly: boolean };

/** Source and first contact of each merged lead. Renders nothing if none was merged. */
export function JoinedPanel({ lead, isReadOnly }: Props) {
  const unmerge = useUnmerge();
  const { origins, merges } = lead;
  if (merges.length === 0) return null;
  const undo = (id: number) => unmerge.mutate(id, { onSuccess: () => void toast.success(texts.undone) });
  return (
    <Panel title={texts.joined}>
      <ul className={styles.origins} aria-label={texts.joined}>
        {origins.map((origin) => (
          <li key={origin.leadId}>
            <p className={styles.name}>{texts.origin(origin.leadId, origin.name)}</p>
            <p>{[origin.sourceName, origin.referrerName, origin.providerName].filter(Boolean).join(', ')}</p>
            <p className={styles.quiet}>
              {texts.cameIn(dayAndTime(origin.createdAt))}
              <br />
              {origin.firstContactAt ? texts.firstContact(dayAndTime(origin.firstContactAt)) : texts.noContact}
            </p>
          </li>
        ))}
      </ul>
      {merges.map(({ id, leadIds, madeAt, madeBy, undoUntil }) => (
        <div key={id} className={styles.merged}>
          <p className={styles.quiet}>{texts.mergedOn(leadIds, dayOf(madeAt), madeBy)}</p>
          {undoUntil && !isReadOnly && (
            <Button variant="default" loading={unmerge.isPending} onClick={() => undo(id)}>
              {texts.undo}
            </Button>
          )}
        </div>
      ))}
    </Panel>
  );
}

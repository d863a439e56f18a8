import { Button, Progress } from '@mantine/core';
import { onDemand } from '@/shared/lib/on-demand';
import '@mantine/core/styles/Progress.layer.css';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { dayAndTime, integer } from '@/shared/lib/format';
import { Panel } from '@/shared/ui/panel';
import { StateMark } from '@/shared/ui/state-mark';
import { toast } from '@/shared/ui/toasts/toast-store';
import classes from './import.module.css';
import { downloadRefused, type LeadImport, useUndo } from './import-calls';
import { texts } from './texts';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

const tones = { READY: 'gray', RUNNING: 'blue', DONE: 'green', FAILED: 'red', UNDONE: 'gray' } as const;

/** Recent imports with progress and result, and a button to undo each. */
export function RecentImports({ imports }: { imports: readonly LeadImport[] }) {
  const undo = useUndo();
  const [asked, setAsked] = useState<number | null>(null);
  const decide = (yes: boolean) => {
    if (yes && asked !== null) {
      undo.mutate(asked, { onSuccess: ({ removed }) => void toast.success(texts.undone(integer(removed))) });
    }
    setAsked(null);
  };
  if (imports.length === 0) return null;
  return (
    <Panel title={texts.recent}>
      <ul className={classes.imports} aria-label={texts.recent}>
        {imports.map((one) => (
          <Import key={one.id} one={one} isUndoing={undo.isPending && undo.variables === one.id} onUndo={setAsked} />
        ))}
      </ul>
      {asked !== null && (
        <Suspense>
          <ConfirmDialog
            title={texts.undoTitle}
            question={texts.undoQuestion}
            no={texts.keep}
            yes={texts.undo}
            onAnswer={decide}
          />
        </Suspense>
      )}
    </Panel>
  );
}

type Props = { one: LeadImport; isUndoing: boolean; onUndo: (id: number) => void };

function Import({ one, isUndoing, onUndo }: Props) {
  const { state, taken, rowCount, undoUntil } = one;
  const mayUndo = undoUntil && new Date(undoUntil) > new Date();
  return (
    <li className={classes.import}>
      <div>
        <span className={classes.head}>
          <strong>{one.fileName}</strong>
          <StateMark tone={tones[state]}>{texts.states[state]}</StateMark>
        </span>
        <p role="status">{state === 'RUNNING' ? texts.progress(integer(taken), integer(rowCount)) : resultOf(one)}</p>
        <p className={classes.quiet}>{[one.createdBy, dayAndTime(one.createdAt)].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={classes.actions}>
        {one.held > 0 && (
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/app/leads/review" />}>
            {texts.review}
          </Button>
        )}
        {one.refused > 0 && (
          <Button variant="default" onClick={() => void downloadRefused(one)}>
            {texts.download}
          </Button>
        )}
        {mayUndo && (
          <Button
            variant="default"
            loading={isUndoing}
            aria-label={texts.undoOf(one.fileName)}
            onClick={() => onUndo(one.id)}
          >
            {texts.undo}
          </Button>
        )}
      </div>
      {state === 'RUNNING' && (
        <Progress
          className={classes.bar}
          value={(taken / rowCount) * 100}
          size={4}
          aria-label={texts.progressOf(one.fileName)}
        />
      )}
    </li>
  );
}

/** The counts of the result that aren't zero. */
function resultOf(one: LeadImport): string {
  if (one.failure) return one.failure;
  const kinds = ['made', 'held', 'linked', 'skipped', 'refused', 'removed'] as const;
  const shown = kinds.filter((kind) => kind === 'made' || one[kind] > 0);
  return shown.map((kind) => texts.result[kind](integer(one[kind]))).join(', ');
}

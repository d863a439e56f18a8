import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import type { Unit } from '../settings/unit';
import { useSetSuspended } from './branch-list';
import { texts } from './texts';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

/** Suspends a branch. The server lists what is still open in it. */
export function SuspensionPanel({ branch }: { branch: Unit }) {
  const [isAsked, setAsked] = useState(false);
  const set = useSetSuspended(branch.id);
  const isSuspended = branch.state === 'SUSPENDED';
  const change = (suspends: boolean) =>
    set.mutate(suspends, {
      onSuccess: () =>
        toast.success(suspends ? texts.suspendDone(branch.displayName) : texts.reopenDone(branch.displayName)),
    });
  return (
    <Panel
      title={isSuspended ? texts.suspended : texts.suspend}
      text={isSuspended ? texts.reopenText : texts.suspendText}
      action={
        <Button
          variant="default"
          loading={set.isPending}
          onClick={() => (isSuspended ? change(false) : setAsked(true))}
        >
          {isSuspended ? texts.reopen : texts.suspend}
        </Button>
      }
    >
      <Suspense>
        {isAsked && (
          <ConfirmDialog
            title={texts.suspend}
            question={texts.suspendQuestion(branch.displayName)}
            no={texts.cancel}
            yes={texts.suspend}
            onAnswer={(yes) => {
              setAsked(false);
              if (yes) change(true);
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

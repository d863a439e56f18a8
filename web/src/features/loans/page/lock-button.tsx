import { Button } from '@mantine/core';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs';
import { Suspense, useState } from 'react';
import type { Loan } from '@/api/types';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermission } from '@/shared/session/me';
import { useLock } from './lock';
import { texts } from './texts';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

/** A lock is taken by an act, for work that needs the whole loan; others can still read. */
export function LockButton({ loan }: { loan: Loan }) {
  const { take, release } = useLock(loan.id);
  const mayEdit = usePermission('LOAN_EDIT');
  const mayBreak = usePermission('LOAN_REOPEN');
  const { lockedBy } = loan;
  if (loan.stage.readOnly || !mayEdit) return null;
  if (!lockedBy) {
    return (
      <Button
        variant="default"
        title={texts.lockHint}
        leftSection={<IconLock size={15} />}
        loading={take.isPending}
        onClick={() => take.mutate()}
      >
        {texts.lock}
      </Button>
    );
  }
  if (lockedBy.mine) return <Unlock label={texts.unlock} release={release} />;
  return mayBreak ? (
    <Unlock label={texts.breakLock} question={texts.breakLockQuestion(lockedBy.name)} release={release} />
  ) : null;
}

type UnlockProps = { label: string; question?: string; release: ReturnType<typeof useLock>['release'] };

/** Somebody else's lock is broken only after a question. */
function Unlock({ label, question, release }: UnlockProps) {
  const [isAsked, setAsked] = useState(false);
  const answer = (yes: boolean) => {
    setAsked(false);
    if (yes) release.mutate();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLockOpen size={15} />}
        loading={release.isPending}
        onClick={() => (question ? setAsked(true) : release.mutate())}
      >
        {label}
      </Button>
      <Suspense>
        {isAsked && question && (
          <ConfirmDialog title={label} question={question} no={texts.no} yes={texts.yes} onAnswer={answer} />
        )}
      </Suspense>
    </>
  );
}

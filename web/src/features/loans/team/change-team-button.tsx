import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Loan } from '@/api/types';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermission } from '@/shared/session/me';
import { texts } from './texts';

const TeamDialog = onDemand(() => import('./team-dialog'));

/** Opens the team dialog, for users with permission to edit the loan. */
export function ChangeTeamButton({ loan }: { loan: Loan }) {
  const [isOpen, setOpen] = useState(false);
  const mayEdit = usePermission('LOAN_EDIT');
  if (loan.readOnly || !mayEdit) return null;
  return (
    <>
      <Button variant="default" size="compact-xs" aria-label={texts.change} onClick={() => setOpen(true)}>
        {texts.edit}
      </Button>
      {isOpen && (
        <Suspense>
          <TeamDialog loan={loan} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

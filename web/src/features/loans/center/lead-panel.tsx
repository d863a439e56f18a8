import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Loan } from '@/api/types';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermission } from '@/shared/session/me';
import { Panel } from '@/shared/ui/panel';
import classes from './loan-center.module.css';
import { texts } from './texts';

const ReturnDialog = onDemand(() => import('./return-dialog'));

type Props = { loan: Loan; leadId: number };

/** The loan's lead. For a withdrawn or denied application, the user can return to it. */
export function LeadPanel({ loan, leadId }: Props) {
  const mayWork = usePermission('LEAD_CREATE');
  const [isAsked, setAsked] = useState(false);
  const hasEnded = loan.stage.kind === 'Withdrawn' || loan.stage.kind === 'Denied';
  const action = mayWork && hasEnded && !loan.leadIsBack && (
    <Button variant="default" onClick={() => setAsked(true)}>
      {texts.returnLead}
    </Button>
  );
  return (
    <Panel title={texts.lead} text={loan.leadIsBack ? texts.isBack : texts.madeOf} action={action}>
      <Link to="/app/leads/$leadId" params={{ leadId }} className={classes.lead}>
        {texts.leadNumber(leadId)}
      </Link>
      <Suspense>{isAsked && <ReturnDialog leadId={leadId} onClose={() => setAsked(false)} />}</Suspense>
    </Panel>
  );
}

import { Button } from '@mantine/core';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import type { Lead } from '@/api/types';
import { hasDraft } from '@/shared/lib/drafts';
import { day, money, phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { LeadStatus } from '@/shared/records/lead-status';
import { usePermission } from '@/shared/session/me';
import { StateMark } from '@/shared/ui/state-mark';
import { toast } from '@/shared/ui/toasts/toast-store';
import { ConsentPanel } from '../consent/consent-panel';
import { JoinedPanel } from '../merge/joined-panel';
import { useLead } from './lead';
import { ContactsPanel, KnownPanel, OwnersPanel, ScenarioPanel } from './lead-facts';
import classes from './lead-page.module.css';
import { useConvert } from './lead-work';
import { texts } from './texts';
import { Timeline } from './timeline';

const StatusDialog = onDemand(() => import('./status-dialog'));
const EditDialog = onDemand(() => import('./edit-dialog'));
const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

/** Renders the lead's tasks. The route passes it, so that leads don't depend on tasks. */
type Tasks = (lead: Lead) => ReactNode;

/** A lead with contacts, status, owners and timeline. */
export function LeadPage({ leadId, tasks }: { leadId: number; tasks: Tasks }) {
  const lead = useLead(leadId);
  const mayChange = usePermission('LEAD_CREATE');
  // The server returns the surviving lead for a merged one.
  if (lead.id !== leadId) return <Navigate to="/app/leads/$leadId" params={{ leadId: lead.id }} replace />;
  return <Shown lead={lead} mayChange={mayChange} tasks={tasks} />;
}

function Shown({ lead, mayChange, tasks }: { lead: Lead; mayChange: boolean; tasks: Tasks }) {
  const isReadOnly = !mayChange || typeof lead.loanId === 'number';
  const [opened, setOpened] = useState<'status' | 'edit' | null>(() => (hasDraft(`lead ${lead.id}`) ? 'edit' : null));
  return (
    <>
      <LeadHeader lead={lead} isReadOnly={isReadOnly} onOpen={setOpened} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ContactsPanel lead={lead} />
          <ScenarioPanel lead={lead} />
          <OwnersPanel lead={lead} />
          <ConsentPanel lead={lead} mayChange={mayChange} />
          <JoinedPanel lead={lead} isReadOnly={!mayChange} />
          <KnownPanel leadId={lead.id} mayJoin={mayChange} />
        </div>
        <div className={classes.column}>
          <Suspense>{tasks(lead)}</Suspense>
          <Timeline lead={lead} isReadOnly={isReadOnly} />
        </div>
      </div>
      <Suspense>
        {opened === 'status' && <StatusDialog lead={lead} onClose={() => setOpened(null)} />}
        {opened === 'edit' && <EditDialog lead={lead} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}

type HeaderProps = { lead: Lead; isReadOnly: boolean; onOpen: (dialog: 'status' | 'edit') => void };

/** The lead's name, status and next follow-up. */
function LeadHeader({ lead, isReadOnly, onOpen }: HeaderProps) {
  const [primary] = lead.LeadContacts;
  const { loanPurpose, loanAmount, StateCode } = lead.LeadScenario;
  const facts = [
    [texts.phone, phone(primary?.cellPhone)],
    [texts.email, primary?.email],
    [texts.owner, lead.LeadUsers.find(({ isPrimary }) => isPrimary)?.name],
    [texts.source, lead.LeadReferral.sourceName || texts.none],
    [texts.scenario, [loanPurpose, money(loanAmount), StateCode].filter(Boolean).join(', ')],
    [texts.followUp, day(lead.nextFollowUpOn) || texts.none],
  ].filter(([, value]) => value);
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <h1>{lead.name}</h1>
        <span className={classes.quiet}>{texts.number(lead.id)}</span>
        <LeadStatus status={lead.status} />
        {lead.lostReason && <span className={classes.quiet}>{lead.lostReason.name}</span>}
        {lead.wakeOn && <span className={classes.quiet}>{texts.wakes(day(lead.wakeOn))}</span>}
        {lead.isLate && <StateMark tone="red">{texts.late}</StateMark>}
        {typeof lead.loanId === 'number' && (
          <Link to="/app/loans/$loanId/loan-info" params={{ loanId: lead.loanId }} className={classes.loan}>
            {texts.loan(lead.loanId)}
          </Link>
        )}
        {!isReadOnly && (
          <span className={classes.actions}>
            <Button variant="default" onClick={() => onOpen('status')}>
              {texts.changeStatus}
            </Button>
            <Button variant="default" onClick={() => onOpen('edit')}>
              {texts.edit}
            </Button>
            <ConvertButton lead={lead} />
          </span>
        )}
      </div>
      <dl className={classes.headFacts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** Converts the lead to a loan after a confirmation, because the lead is read-only afterwards. */
function ConvertButton({ lead }: { lead: Lead }) {
  const navigate = useNavigate();
  const mayCreateLoans = usePermission('LOAN_CREATE');
  const convert = useConvert(lead.id);
  const [isAsked, setAsked] = useState(false);
  if (!mayCreateLoans) return null;
  const answered = (isSure: boolean) => {
    setAsked(false);
    if (!isSure) return;
    convert.mutate(undefined, {
      onSuccess: ({ loanId }) => {
        toast.success(texts.converted(loanId));
        void navigate({ to: '/app/loans/$loanId/loan-info', params: { loanId } });
      },
      onError: (error) => toast.error(error.message),
    });
  };
  return (
    <>
      <Button loading={convert.isPending} onClick={() => setAsked(true)}>
        {texts.convert}
      </Button>
      <Suspense>
        {isAsked && (
          <ConfirmDialog
            title={texts.convert}
            question={texts.convertQuestion(lead.name)}
            no={texts.cancel}
            yes={texts.convert}
            onAnswer={answered}
          />
        )}
      </Suspense>
    </>
  );
}

import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { Link } from '@tanstack/react-router';
import type { Loan } from '@/api/types';
import { dayAndTime, dayOf, rate } from '@/shared/lib/format';
import { loanAmount } from '@/shared/records/loan-amount';
import { TabNav } from '@/shared/ui/tab-nav';
import { choiceLabel } from '../form/choices';
import { PrintMenu } from '../print/print-menu';
import { StageMenu } from '../stages/stage-menu';
import classes from './loan-header.module.css';
import { LockButton } from './lock-button';
import { texts } from './texts';

const pages = [
  { to: '/app/loans/$loanId/loan-center', label: texts.center },
  { to: '/app/loans/$loanId/loan-info', label: texts.info },
  { to: '/app/loans/$loanId/history', label: texts.history },
] as const;

/** Whose loan it is, where it stands, and what it is about. */
export function LoanHeader({ loan }: { loan: Loan }) {
  const facts = [
    [texts.amount, loanAmount(loan.LoanAmount)],
    [texts.rate, rate(loan.noteRate)],
    [texts.purpose, choiceLabel('LoanPurpose', loan.LoanPurposeType ?? '')],
    [texts.officer, loan.officer?.name ?? ''],
    [texts.branch, loan.branch.displayName],
    [texts.source, loan.sourceFile?.name ?? ''],
    [texts.updated, dayOf(loan.updatedAt)],
  ].filter(([, value]) => value);
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <h1>{loan.borrowerName}</h1>
        <span className={classes.number}>{loan.loanNumber}</span>
        <span className={classes.stage}>
          <StageMenu loan={loan} />
        </span>
        {typeof loan.leadId === 'number' && (
          <Link to="/app/leads/$leadId" params={{ leadId: loan.leadId }} className={classes.lead}>
            {texts.lead(loan.leadId)}
          </Link>
        )}
        {loan.isProspect && <span className={classes.flag}>{texts.prospect}</span>}
        <span className={classes.lock}>
          <PrintMenu loanId={loan.id} />
          <LockButton loan={loan} />
        </span>
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ReadOnlyBar loan={loan} />
      <div className={classes.tabs}>
        <TabNav label={texts.pages}>
          {pages.map(({ to, label }) => (
            <Link key={to} to={to} params={{ loanId: loan.id }} activeProps={{ 'data-active': true }}>
              {label}
            </Link>
          ))}
        </TabNav>
      </div>
    </header>
  );
}

/** Why the loan can't be changed, or who keeps others from it. */
function ReadOnlyBar({ loan }: { loan: Loan }) {
  const text = readOnlyText(loan);
  return (
    <div role="status" className={classes.bar} data-mine={loan.lockedBy?.mine || undefined}>
      {text && (
        <>
          <IconLock size={15} aria-hidden />
          {text}
        </>
      )}
    </div>
  );
}

function readOnlyText({ lockedBy, readOnly, stage }: Loan): string {
  if (stage.readOnly) return texts.readOnlyStage(stage.name);
  if (lockedBy?.mine) return texts.lockedByYou;
  if (lockedBy) return texts.lockedBy(lockedBy.name, dayAndTime(lockedBy.since));
  return readOnly ? texts.readOnly : '';
}

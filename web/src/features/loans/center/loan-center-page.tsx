import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { Loan } from '@/api/types';
import { roleName } from '@/features/people/loan-roles';
import { day, phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermission } from '@/shared/session/me';
import { Loaded, Panel } from '@/shared/ui/panel';
import { DeadlinesPanel } from '../clocks/deadlines-panel';
import { useLoan } from '../page/loan';
import { LoanHeader } from '../page/loan-header';
import { useLoanPoll } from '../page/lock';
import { StageHistory } from '../stages/stage-history';
import { ChangeTeamButton } from '../team/change-team-button';
import { LeadPanel } from './lead-panel';
import { LenderPanel } from './lender-panel';
import { centerQuery, type LoanCenter } from './loan-center';
import classes from './loan-center.module.css';
import { texts } from './texts';

const LeftPanel = onDemand(() => import('../differences/left-panel'));

type Props = {
  loanId: number;
  /** Panels of other features. The route passes them, so that loans don't depend on tasks. */
  tasks: (loan: Loan) => ReactNode;
  automation: ReactNode;
};

/** A loan's overview: deadlines, borrowers, team and stage history. */
export function LoanCenterPage({ loanId, tasks, automation }: Props) {
  const loan = useLoan(loanId);
  const center = useQuery(centerQuery(loanId));
  useLoanPoll(loan);
  return (
    <>
      <LoanHeader loan={loan} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Suspense>
            {center.data && center.data.differences.length > 0 && (
              <LeftPanel loan={loan} differences={center.data.differences} />
            )}
          </Suspense>
          <DeadlinesPanel loan={loan} />
          <Suspense>{tasks(loan)}</Suspense>
          <Panel title={texts.dates}>
            <Loaded query={center}>{(shown) => <Dates loan={loan} center={shown} />}</Loaded>
          </Panel>
          <Panel title={texts.borrowers}>
            <Loaded query={center}>{({ borrowers }) => <Borrowers borrowers={borrowers} />}</Loaded>
          </Panel>
          {center.data && <LenderPanel loan={loan} lender={center.data.lender} />}
          <Panel title={texts.team} action={<ChangeTeamButton loan={loan} />}>
            <Team team={loan.team} />
          </Panel>
        </div>
        <div className={classes.column}>
          {typeof loan.leadId === 'number' && <LeadPanel loan={loan} leadId={loan.leadId} />}
          <StageHistory loanId={loanId} />
          <Suspense>{automation}</Suspense>
        </div>
      </div>
    </>
  );
}

/** The loan's known dates, next deadline first. */
function Dates({ loan, center }: { loan: Loan; center: LoanCenter }) {
  const dates = [
    [texts.nextDeadline, center.nextDeadlineOn],
    [texts.lockExpires, center.lockExpiresOn],
    [texts.closing, center.closingOn],
    [texts.application, loan.applicationDate],
    [texts.funded, loan.fundedDate],
    [texts.ended, loan.adverseDate],
  ].filter(([, value]) => value);
  if (dates.length === 0) return <p className={classes.quiet}>{texts.noDates}</p>;
  return (
    <dl className={classes.facts}>
      {dates.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{day(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Borrowers({ borrowers }: Pick<LoanCenter, 'borrowers'>) {
  const maySee = usePermission('CONTACT_VIEW');
  if (borrowers.length === 0) return <p className={classes.quiet}>{texts.noBorrowers}</p>;
  return (
    <ul className={classes.people} aria-label={texts.borrowers}>
      {borrowers.map((borrower) => (
        <li key={borrower.borrowerId ?? borrower.name}>
          {maySee && borrower.borrowerId ? (
            <Link to="/app/borrowers/$borrowerId" params={{ borrowerId: borrower.borrowerId }} className={classes.name}>
              {borrower.name}
            </Link>
          ) : (
            <span className={classes.name}>{borrower.name}</span>
          )}
          <span className={classes.reached}>
            {borrower.phone && <a href={`tel:${borrower.phone}`}>{phone(borrower.phone)}</a>}
            {borrower.email && <a href={`mailto:${borrower.email}`}>{borrower.email}</a>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Team({ team }: Pick<Loan, 'team'>) {
  return (
    <ul className={classes.people} aria-label={texts.team}>
      {team.map(({ LoanRole, primary, name, branchName }) => (
        <li key={`${LoanRole} ${primary}`}>
          <span className={classes.name}>{name}</span>
          <span className={classes.quiet}>{[roleName(LoanRole, primary), branchName].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}

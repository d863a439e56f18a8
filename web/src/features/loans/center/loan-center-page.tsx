import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Loan } from '@/api/types';
import { useMay } from '@/features/people/me';
import { day, phone } from '@/shared/lib/format';
import { Loaded, Panel } from '@/shared/ui/panel';
import { DeadlinesPanel } from '../clocks/deadlines-panel';
import { useLoan } from '../page/loan';
import { LoanHeader } from '../page/loan-header';
import { useLoanPoll } from '../page/lock';
import { StageHistory } from '../stages/stage-history';
import { roleName } from '../team/role-name';
import { LeadPanel } from './lead-panel';
import { centerQuery, type LoanCenter } from './loan-center';
import classes from './loan-center.module.css';
import { texts } from './texts';

/** A loan at a glance: what is due, who borrows, who works on it, and where it stood when. */
export function LoanCenterPage({ loanId }: { loanId: number }) {
  const loan = useLoan(loanId);
  const center = useQuery(centerQuery(loanId));
  useLoanPoll(loan);
  return (
    <>
      <LoanHeader loan={loan} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <DeadlinesPanel loan={loan} />
          <Panel title={texts.dates}>
            <Loaded query={center}>{(shown) => <Dates loan={loan} center={shown} />}</Loaded>
          </Panel>
          <Panel title={texts.borrowers}>
            <Loaded query={center}>{({ borrowers }) => <Borrowers borrowers={borrowers} />}</Loaded>
          </Panel>
          <Panel title={texts.team}>
            <Team team={loan.team} />
          </Panel>
        </div>
        <div className={classes.column}>
          {typeof loan.leadId === 'number' && <LeadPanel loan={loan} leadId={loan.leadId} />}
          <StageHistory loanId={loanId} />
        </div>
      </div>
    </>
  );
}

/** The days that are known; what is due first stands first. */
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
  const maySee = useMay('CONTACT_VIEW');
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

import type { Loan } from '@/api/types';
import { roleName } from '@/features/people/loan-roles';
import { ChangeTeamButton } from '../team/change-team-button';
import { texts } from '../team/texts';
import { FactList } from './facts';
import classes from './loan-info-page.module.css';

/** Who works on the loan, the officer first. */
export function TeamPanel({ loan }: { loan: Loan }) {
  const facts = loan.team.map(({ LoanRole, primary, name, branchName }) => ({
    label: roleName(LoanRole, primary),
    value: branchName ? texts.of(name, branchName) : name,
  }));
  return (
    <section className={classes.section} aria-labelledby="loan-team-title">
      <header className={classes.sectionHead}>
        <h2 id="loan-team-title">{texts.team}</h2>
        <ChangeTeamButton loan={loan} />
      </header>
      <div className={classes.group}>
        <FactList facts={facts} />
      </div>
    </section>
  );
}

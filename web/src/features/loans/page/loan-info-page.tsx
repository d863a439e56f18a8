import { Suspense, useMemo } from 'react';
import { useMay } from '@/features/people/me';
import { onDemand } from '@/shared/lib/on-demand';
import { useLookups } from '../lookups';
import { useApplication, useLoan } from './loan';
import { LoanHeader } from './loan-header';
import classes from './loan-info-page.module.css';
import { useLoanPoll } from './lock';
import { SectionList, SectionMenu } from './section-list';
import { SectionPanel } from './section-panel';
import { sectionsOf } from './sections/sections';
import { TeamPanel } from './team-panel';

const LeadOfLoanPanel = onDemand(() => import('@/features/leads/of-loan/lead-of-loan'));

/** A loan's application, section by section. */
export function LoanInfoPage({ loanId }: { loanId: number }) {
  const loan = useLoan(loanId);
  const document = useApplication(loanId);
  const lookups = useLookups();
  const mayReveal = useMay('LOAN_REVEAL');
  const mayEdit = useMay('LOAN_EDIT');
  const sections = useMemo(() => sectionsOf(document, lookups), [document, lookups]);
  useLoanPoll(loan);
  return (
    <>
      <LoanHeader loan={loan} />
      <SectionMenu sections={sections} />
      <div className={classes.columns}>
        <SectionList sections={sections} />
        <div className={classes.sections}>
          <TeamPanel loan={loan} viewer={{ loanId, mayReveal }} />
          {sections.map((section) => (
            <SectionPanel
              key={section.key}
              section={section}
              viewer={{ loanId, mayReveal }}
              isReadOnly={loan.readOnly || !mayEdit}
            />
          ))}
          {typeof loan.leadId === 'number' && (
            <Suspense>
              <LeadOfLoanPanel loanId={loanId} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}

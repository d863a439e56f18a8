import { Suspense, useMemo } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermission } from '@/shared/session/me';
import { BorrowersPanel } from '../form/borrowers/borrowers-panel';
import { ConflictHost } from '../form/conflict-host';
import { FigurePanel } from '../form/figure-panel';
import { FormProvider } from '../form/form-context';
import { FormSections } from '../form/form-sections';
import { Presence } from '../form/presence';
import { ProblemPanels } from '../form/problem-panel';
import { SaveStatus } from '../form/save-status';
import { SelectionProvider, useSelectionState } from '../form/selection';
import { TridPanel } from '../form/trid-panel';
import { useFormStore } from '../form/use-form-store';
import { FieldHistoryProvider } from '../history/field-history-provider';
import { useApplication, useLoan } from './loan';
import { LoanHeader } from './loan-header';
import classes from './loan-info-page.module.css';
import { useLoanPoll } from './lock';
import { SectionList, SectionMenu } from './section-list';
import { TeamPanel } from './team-panel';
import { texts } from './texts';

const LeadOfLoanPanel = onDemand(() => import('@/features/leads/of-loan/lead-of-loan'));

/** A loan's application as a form, section by section. */
export function LoanInfoPage({ loanId }: { loanId: number }) {
  const loan = useLoan(loanId);
  const store = useFormStore(loanId, useApplication(loanId));
  const mayReveal = usePermission('LOAN_REVEAL');
  const mayEdit = usePermission('LOAN_EDIT');
  const isReadOnly = loan.readOnly || !mayEdit;
  const form = useMemo(() => ({ store, loanId, isReadOnly, mayReveal }), [store, loanId, isReadOnly, mayReveal]);
  const selection = useSelectionState();
  useLoanPoll(loan);
  return (
    <FormProvider value={form}>
      <SelectionProvider value={selection}>
        <LoanHeader loan={loan} />
        <SectionMenu />
        <div className={classes.columns}>
          <div className={classes.left}>
            <BorrowersPanel />
            <SectionList />
          </div>
          <div className={classes.sections}>
            <FieldHistoryProvider loanId={loanId}>
              <FormSections />
            </FieldHistoryProvider>
            <TeamPanel loan={loan} />
            {typeof loan.leadId === 'number' && (
              <Suspense>
                <LeadOfLoanPanel loanId={loanId} />
              </Suspense>
            )}
          </div>
          <aside className={classes.aside} aria-label={texts.aside}>
            <div className={classes.status}>
              <Presence />
              <SaveStatus />
            </div>
            <TridPanel />
            <FigurePanel />
            <ProblemPanels />
          </aside>
        </div>
        <ConflictHost />
      </SelectionProvider>
    </FormProvider>
  );
}

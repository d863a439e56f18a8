import { Button, Group } from '@mantine/core';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Loan } from '@/api/types';
import { MatchesPanel } from '@/features/borrowers/matches-panel';
import type { ImportType } from '@/features/imports/import-file';
import { onDemand } from '@/shared/lib/on-demand';
import { useKeptForm } from '@/shared/lib/use-kept';
import { toast } from '@/shared/ui/toasts/toast-store';
import { BorrowerSection } from './borrower-section';
import { ClosedDatesSection } from './closed-dates-section';
import classes from './create-loan-modal.module.css';
import { FileSection, ImportTypeSection } from './file-section';
import type { LoanForm } from './loan-form';
import type { KeptLoan, LoanTab } from './new-loan-dialog';
import { PropertySection, PurposeSection } from './property-section';
import { TeamSection } from './team-section';
import { texts } from './texts';
import { useLoanForm } from './use-loan-form';

const DifferencesSection = onDemand(() => import('../differences/differences-section'));
const TridReview = onDemand(() => import('../trid/trid-review'));

type Props = {
  tab: LoanTab;
  start: LoanForm;
  onImportType: (type: ImportType) => void;
  /** While a file goes out, or a loan is being made, nothing may be closed or switched. */
  onLocked: (isLocked: boolean) => void;
  /** Told to the dialog, which asks before anything is lost. */
  isDirty: RefObject<boolean>;
  onCancel: () => void;
  onCreated: (loan: Loan | undefined) => void;
  /** Takes several files, with the form as it stands; none where this person may not. */
  onSeveral: ((files: File[], form: LoanForm) => void) | undefined;
};

/** What was reviewed and chosen of a file goes with it. */
const ofTheFile = ['trid', 'choices'];

/** One tab of the dialog, from opening until it is switched away or saved. */
export function LoanFormBody({ tab, start, onImportType, onLocked, isDirty, onCancel, onCreated, onSeveral }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const isRefused = useRef(false);
  const loan = useLoanForm({
    tab,
    start,
    onCreated,
    onRefused: () => {
      isRefused.current = true;
    },
  });
  const opened: KeptLoan = { tab, importType: start.importType };
  useKeptForm('new loan', loan.form, { opened, without: ofTheFile });
  // After each drawing: the messages are drawn some time after the refusal.
  useEffect(() => {
    if (isRefused.current && scrollToFirstError(element.current)) isRefused.current = false;
  });
  // A key that ends the review must not end the dialog below it, too.
  const isLocked = loan.isUploading || loan.isSaving || loan.review !== null;
  isDirty.current = loan.isDirty;
  useEffect(() => onLocked(isLocked), [onLocked, isLocked]);

  const takeSeveral = (files: File[]) => {
    const values = loan.form.getValues();
    if (values.importType !== 'ACTIVE_LOAN') toast.warning(texts.severalActive);
    else if (values.officer) onSeveral?.(files, values);
    else {
      loan.form.setError('officer', { message: texts.officerFirst });
      isRefused.current = true;
    }
  };

  return (
    <FormProvider {...loan.form}>
      <form ref={element} onSubmit={loan.save} noValidate className={classes.form}>
        <div className={classes.columns}>
          <div className={classes.sections}>
            {tab === 'mismo' && <ImportTypeSection isLocked={isLocked} onChange={onImportType} />}
            {tab !== 'manual' && (
              <FileSection
                format={tab}
                file={loan.file}
                disabled={tab === 'mismo' && start.importType === null}
                onSeveral={tab === 'mismo' && onSeveral ? takeSeveral : undefined}
              />
            )}
            <Suspense>
              {loan.file.imported && (
                <DifferencesSection
                  fileId={loan.file.imported.result.fileId}
                  loanId={loan.selectedMatch?.LoanId ?? null}
                />
              )}
            </Suspense>
            {start.importType === 'CLOSED_LOAN' && <ClosedDatesSection />}
            {tab !== 'mismo' && <PurposeSection />}
            {tab !== 'mismo' && <BorrowerSection isFirst={tab === 'manual'} onLeave={loan.compare} />}
            <PropertySection />
            <TeamSection />
          </div>
          <div className={classes.matches}>
            <MatchesPanel
              matches={loan.matches}
              typed={loan.typed}
              selected={loan.selectedMatch}
              onToggle={loan.toggleMatch}
            />
          </div>
        </div>
        <Group className={classes.footer} justify="flex-end" gap={8}>
          <Button variant="default" disabled={isLocked} onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={loan.isUploading} loading={loan.isSaving}>
            {texts.create}
          </Button>
        </Group>
      </form>
      <Suspense>{loan.review && <TridReview data={loan.review} onClose={loan.endReview} />}</Suspense>
    </FormProvider>
  );
}

/** The first field that is wrong, in the order of the screen, comes into view and has the focus; whether there is one. */
function scrollToFirstError(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
  return field !== null && field !== undefined;
}

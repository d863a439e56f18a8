import { Button, Group } from '@mantine/core';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Loan } from '@/api/types';
import { MatchesPanel } from '@/features/borrowers/matches-panel';
import type { ImportType } from '@/features/imports/import-file';
import { onDemand } from '@/shared/lib/on-demand';
import { useDraftForm } from '@/shared/lib/use-draft';
import { toast } from '@/shared/ui/toasts/toast-store';
import { BorrowerSection } from './borrower-section';
import { ClosedDatesSection } from './closed-dates-section';
import classes from './create-loan-modal.module.css';
import { FileSection, ImportTypeSection } from './file-section';
import type { LoanForm } from './loan-form';
import type { LoanDraft, LoanTab } from './new-loan-dialog';
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
  /** The dialog can't be closed or switched during an upload or while the loan is being created. */
  onLocked: (isLocked: boolean) => void;
  /** Read by the dialog, which asks before it discards changes. */
  isDirty: RefObject<boolean>;
  onCancel: () => void;
  onCreated: (loan: Loan | undefined) => void;
  /** Starts a bulk import with the form's values. Undefined if the user may not. */
  onSeveral: ((files: File[], form: LoanForm) => void) | undefined;
};

/** Form fields that depend on the file. */
const ofTheFile = ['trid', 'choices'];

/** One tab of the dialog, until the user switches or saves. */
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
  const opened: LoanDraft = { tab, importType: start.importType };
  useDraftForm('new loan', loan.form, { opened, without: ofTheFile });
  // Runs after each render, because the messages render some time after the error response.
  useEffect(() => {
    if (isRefused.current && scrollToFirstError(element.current)) isRefused.current = false;
  });
  // Escape in the review must not also close the dialog.
  const isLocked = loan.isUploading || loan.isSaving || loan.review !== null;
  isDirty.current = loan.isDirty;
  useEffect(() => onLocked(isLocked), [onLocked, isLocked]);

  const startBulkImport = (files: File[]) => {
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
                onSeveral={tab === 'mismo' && onSeveral ? startBulkImport : undefined}
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

/** Scrolls to the first invalid field and focuses it. Returns whether there is one. */
function scrollToFirstError(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
  return field !== null && field !== undefined;
}

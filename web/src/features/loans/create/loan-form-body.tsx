import { Button, Group } from '@mantine/core';
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Loan } from '@/api/types';
import { MatchesPanel } from '@/features/borrowers/matches-panel';
import type { ImportType } from '@/features/imports/import-file';
import { BorrowerSection } from './borrower-section';
import { ClosedDatesSection } from './closed-dates-section';
import classes from './create-loan-modal.module.css';
import { FileSection, ImportTypeSection } from './file-section';
import type { LoanForm } from './loan-form';
import type { LoanTab } from './new-loan-dialog';
import { PropertySection, PurposeSection } from './property-section';
import { TeamSection } from './team-section';
import { texts } from './texts';
import { useLoanForm } from './use-loan-form';

const TridReview = lazy(() => import('../trid/trid-review'));

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
};

/** One tab of the dialog, from opening until it is switched away or saved. */
export function LoanFormBody({ tab, start, onImportType, onLocked, isDirty, onCancel, onCreated }: Props) {
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
  // After each drawing: the messages are drawn some time after the refusal.
  useEffect(() => {
    if (isRefused.current && scrollToFirstError(element.current)) isRefused.current = false;
  });
  // A key that ends the review must not end the dialog below it, too.
  const isLocked = loan.isUploading || loan.isSaving || loan.review !== null;
  isDirty.current = loan.isDirty;
  useEffect(() => onLocked(isLocked), [onLocked, isLocked]);

  return (
    <FormProvider {...loan.form}>
      <form ref={element} onSubmit={loan.save} noValidate className={classes.form}>
        <div className={classes.columns}>
          <div className={classes.sections}>
            {tab === 'mismo' && <ImportTypeSection isLocked={isLocked} onChange={onImportType} />}
            {tab !== 'manual' && (
              <FileSection format={tab} file={loan.file} disabled={tab === 'mismo' && start.importType === null} />
            )}
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

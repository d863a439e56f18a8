import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ImportResult, Loan, MatchedBorrower, Matches, TridData } from '@/api/types';
import { comparableOf } from '@/features/borrowers/known/comparable';
import { type BorrowerFields, isSameMatch, matchesQuery } from '@/features/borrowers/matches';
import { useImport } from '@/features/imports/use-import';
import type { MemberOption } from '@/features/people/officers';
import { formatPhone } from '@/shared/lib/phone';
import { useSteady } from '@/shared/lib/use-steady';
import { toast } from '@/shared/ui/toasts/toast-store';
import { defaultTeamQuery, prefilled } from '../team/team';
import type { Reviewed } from '../trid/trid-review';
import { refusedFields, useCreateLoan } from './create-loan';
import { beforeFile, borrowerFields, type FieldName, type LoanForm, resolverFor, wholeTeam } from './loan-form';
import type { LoanTab } from './new-loan-dialog';
import { fieldsOfFile, fieldsOfReview } from './payload';
import { texts } from './texts';

type Options = {
  tab: LoanTab;
  start: LoanForm;
  onCreated: (loan: Loan | undefined) => void;
  /** Called if the form has errors, to scroll to them. */
  onRefused: () => void;
};

const noMatches: Matches = { rows: [], others: [], outside: [] };
const nobody: BorrowerFields = { firstName: '', lastName: '', email: '', phone: '' };
type FilledBorrower = BorrowerFields & Pick<LoanForm, 'suffix'>;

/** State of one tab: fields, file, matches and saving. */
export function useLoanForm({ tab, start, onCreated, onRefused }: Options) {
  const [hasFile, setHasFile] = useState(false);
  const [review, setReview] = useState<TridData | null>(null);
  const queryClient = useQueryClient();
  const defaultsOf = (officer: MemberOption | null) =>
    officer ? prefilled(officer, queryClient.getQueryData(defaultTeamQuery(officer.id).queryKey) ?? []) : {};
  const form = useForm<LoanForm>({
    defaultValues: start,
    // Not on blur: a message that appears between press and release would move the button under the pointer.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
    resolver: resolverFor({ tab, hasFile, defaultsOf }),
  });
  // Read here, so that the caller renders again when an error changes.
  const { isDirty, errors: _ } = form.formState;
  const fill = (fields: Partial<LoanForm>) => {
    for (const [field, value] of Object.entries(fields)) {
      form.setValue(field as keyof LoanForm, value, { shouldDirty: true });
    }
    form.clearErrors();
  };
  const matches = useMatches(fill, hasFile);
  const withoutFile = useRef<Partial<LoanForm> | null>(null);
  const file = useImport(tab === 'mismo' ? start.importType : 'fnma', (result: ImportResult) => {
    setHasFile(true);
    if (withoutFile.current) fill(withoutFile.current);
    else withoutFile.current = beforeFile(form.getValues());
    matches.show({ rows: result.leads.rows, others: [], outside: [] });
    fill(fieldsOfFile(result));
    // The review needs all items.
    if (result.TridData && result.tridMissing.length === 0) setReview(result.TridData);
  });
  const creation = useCreateLoan(onCreated);

  const create = (values: LoanForm) => {
    if (tab !== 'manual' && !file.imported) {
      toast.error(texts.fileMissing[tab]);
      return;
    }
    const fileId = file.imported?.result.fileId ?? null;
    const team = () => wholeTeam(defaultsOf(values.officer), values);
    creation.mutate(
      { tab, form: values, fileId, matched: (hasFile && matches.selected?.LoanId) || null },
      { onError: (error) => refuse(refusedFields(error, team())) },
    );
  };
  const refuse = (problems: [FieldName, string][]) => {
    for (const [field, message] of problems) form.setError(field, { message });
    if (problems.length > 0) onRefused();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    // On FNMA a missing file is reported before other errors.
    if (tab === 'fnma' && !file.imported) toast.error(texts.fileMissing.fnma);
    else void form.handleSubmit(create, onRefused)(event);
  };

  const remove = () => {
    file.remove();
    setHasFile(false);
    matches.show(null);
    if (withoutFile.current) fill(withoutFile.current);
    withoutFile.current = null;
  };
  const endReview = (reviewed: Reviewed | null) => {
    setReview(null);
    if (reviewed?.removeFile) remove();
    else if (reviewed) fill(fieldsOfReview(reviewed.data));
  };

  return {
    form,
    file: { ...file, remove },
    review,
    endReview,
    matches: matches.shown,
    typed: matches.typed,
    selectedMatch: matches.selected,
    toggleMatch: (match: MatchedBorrower) => {
      // Choices apply only to the match for which they were made.
      form.setValue('choices', {});
      matches.toggle(match);
    },
    /** Searches for existing clients. */
    compare: () => {
      const [firstName, lastName, email, phone] = form.getValues([...borrowerFields]);
      matches.compare({ firstName, lastName, email, phone });
    },
    save,
    isDirty: isDirty || file.imported !== null,
    isUploading: file.underWay !== null,
    isSaving: creation.isPending || creation.isSuccess,
  };
}

/**
 * Matching clients from the file or the fields. A chosen match fills a manual form. With a file, the match is compared
 * with the file, and no value changes until the user decides.
 */
function useMatches(fill: (fields: FilledBorrower) => void, hasFile: boolean) {
  const [compared, setCompared] = useState(nobody);
  const [ofFile, setOfFile] = useState<Matches | null>(null);
  const [selected, setSelected] = useState<MatchedBorrower | null>(null);
  const lookup = useQuery(matchesQuery(compared));
  return {
    shown: useSteady(ofFile ?? lookup.data, noMatches),
    typed: ofFile ? null : comparableOf(compared),
    selected,
    show(found: Matches | null) {
      setOfFile(found);
      setSelected(null);
    },
    compare(borrower: BorrowerFields) {
      setOfFile(null);
      setCompared(borrower);
    },
    toggle(match: MatchedBorrower) {
      const isSelected = selected !== null && isSameMatch(selected, match);
      setSelected(isSelected ? null : match);
      if (!hasFile) fill(isSelected ? { ...nobody, suffix: null } : fieldsOfMatch(match));
    },
  };
}

const fieldsOfMatch = (match: MatchedBorrower): FilledBorrower => ({
  firstName: match.FirstName,
  lastName: match.LastName,
  suffix: match.Suffix ?? null,
  email: match.Email ?? '',
  phone: formatPhone(match.CellPhone ?? ''),
});

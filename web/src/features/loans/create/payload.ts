import type { ImportResult, NewLoan, TridData } from '@/api/types';
import { formatPhone, normalizePhone } from '@/shared/lib/phone';
import type { DifferenceChoice } from '../differences/difference-text';
import { otherUsersOf, type Team } from '../team/team';
import type { LoanForm } from './loan-form';

/** The Form 1003 edition of all new loans. */
const fileVersion = 'URLA_2021';

/** The request body, with the keys of the specification. */
export function newLoan(form: LoanForm, team: Team): NewLoan {
  return {
    PrimaryBorrower: {
      email: form.email.trim(),
      firstName: form.firstName.trim(),
      lastName: form.lastName.trim(),
      ...(form.suffix?.trim() && { suffix: form.suffix.trim() }),
      phone: normalizePhone(form.phone) || null,
    },
    isProspect: form.isProspect,
    inviteBorrower: form.inviteBorrower,
    validate: false,
    fileVersion,
    LoanPurposeType: form.purpose,
    StateCode: form.state,
    PropertyUsageType: form.usage,
    LoanOfficerId: form.officer?.id ?? 0,
    otherUsers: otherUsersOf(team),
  };
}

/** The request body with an imported file. Only a closed loan has dates. */
export function newLoanFromFile(
  form: LoanForm,
  team: Team,
  fileId: string,
  differences: DifferenceChoice[] = [],
): NewLoan {
  const loan = { ...newLoan(form, team), fileId, ...(differences.length > 0 && { differences }) };
  if (!form.importType) return loan;
  if (form.importType === 'ACTIVE_LOAN') {
    return { ...loan, importType: form.importType, ...(form.trid ? { TridData: form.trid } : {}) };
  }
  const { importType, fundedDate, applicationDate, docSignedDate, tridDate } = form;
  const brokered = form.isBrokered === null ? {} : { NonDelegatedCorrespondentLoan: form.isBrokered };
  return { ...loan, importType, fundedDate, applicationDate, docSignedDate, tridDate, ...brokered };
}

/** Form fields that the review also contains. */
export function fieldsOfReview(trid: TridData): Partial<LoanForm> {
  const [borrower] = trid.Borrowers;
  const { StateCode } = trid.SubjectProperty.Address;
  return {
    trid,
    firstName: borrower?.Name?.FirstName ?? '',
    lastName: borrower?.Name?.LastName ?? '',
    ...(StateCode ? { state: StateCode } : {}),
    ...(trid.PropertyUsageType ? { usage: trid.PropertyUsageType } : {}),
  };
}

/** Form fields filled from an imported file. */
export function fieldsOfFile({ loanInfo, loanApplication, TridData: trid }: ImportResult): Partial<LoanForm> {
  const [borrower] = loanInfo.borrowers;
  const { state } = loanApplication.Property;
  const usage = loanApplication.PurposeOfLoan.residenceTypeText;
  const isUsageOffered = usage && usage !== 'Other';
  return {
    trid: trid ?? null,
    firstName: borrower?.firstName ?? '',
    lastName: borrower?.lastName ?? '',
    email: borrower?.email ?? '',
    phone: formatPhone(borrower?.phone ?? ''),
    ...(loanInfo.purpose === 'Purchase' || loanInfo.purpose === 'Refinance' ? { purpose: loanInfo.purpose } : {}),
    ...(state ? { state } : {}),
    ...(isUsageOffered ? { usage } : {}),
  };
}

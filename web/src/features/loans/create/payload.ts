import type { ImportResult, NewLoan } from '@/api/types';
import { formatPhone, normalizePhone } from '@/shared/lib/phone';
import { otherUsersOf, type Team } from '../team/team';
import type { LoanForm } from './loan-form';

/** The edition of the form that every new loan follows. */
const fileVersion = 'URLA_2021';

/** The loan that the form describes. The keys are the specification's. */
export function newLoan(form: LoanForm, team: Team): NewLoan {
  return {
    PrimaryBorrower: {
      email: form.email.trim(),
      firstName: form.firstName.trim(),
      lastName: form.lastName.trim(),
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

/** The same with the file that was read; only a closed loan has dates. */
export function newLoanFromFile(form: LoanForm, team: Team, fileId: string): NewLoan {
  const loan = { ...newLoan(form, team), fileId };
  if (!form.importType) return loan;
  if (form.importType === 'ACTIVE_LOAN') return { ...loan, importType: form.importType };
  const { importType, fundedDate, applicationDate, docSignedDate, tridDate } = form;
  return { ...loan, importType, fundedDate, applicationDate, docSignedDate, tridDate };
}

/** What a file that was read puts into the form. */
export function fieldsOfFile({ loanInfo, loanApplication }: ImportResult): Partial<LoanForm> {
  const [borrower] = loanInfo.borrowers;
  const { state } = loanApplication.Property;
  const usage = loanApplication.PurposeOfLoan.residenceTypeText;
  const isUsageOffered = usage && usage !== 'Other';
  return {
    firstName: borrower?.firstName ?? '',
    lastName: borrower?.lastName ?? '',
    email: borrower?.email ?? '',
    phone: formatPhone(borrower?.phone ?? ''),
    ...(loanInfo.purpose === 'Purchase' || loanInfo.purpose === 'Refinance' ? { purpose: loanInfo.purpose } : {}),
    ...(state ? { state } : {}),
    ...(isUsageOffered ? { usage } : {}),
  };
}

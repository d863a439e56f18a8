import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LoanRow } from '@/api/types';
import { day, dayOf, money, rate, spaced } from '@/shared/lib/format';
import { loanAmount } from '@/shared/records/loan-amount';
import { StageWithDays } from '@/shared/records/stage-name';
import type { Column } from '@/shared/ui/data-table/column';
import { Deadline } from '../clocks/deadline';
import classes from './loans-page.module.css';

/** The link of a row. Its label names the borrower. */
export const LoanLink = ({ loan }: { loan: LoanRow }) => (
  <Link
    to="/app/loans/$loanId/loan-info"
    params={{ loanId: loan.id }}
    className={classes.number}
    aria-label={`${loan.loanNumber}, ${loan.borrowerName}`}
    data-row-link
  >
    {loan.loanNumber}
  </Link>
);

const extra = (
  key: string,
  head: string,
  width: number,
  cell: (loan: LoanRow) => ReactNode,
  isNumeric = false,
): Column<LoanRow> => ({ key, head, width, isNumeric, isExtra: true, cell });

/** Columns in the order of the specification. */
export const loanColumns: readonly Column<LoanRow>[] = [
  {
    key: 'borrower',
    head: 'Borrower',
    width: 130,
    orderBy: 'borrower',
    cell: (loan) => <span className={classes.borrower}>{loan.borrowerName}</span>,
  },
  {
    key: 'number',
    head: 'Number',
    width: 100,
    isFixed: true,
    fitsContent: true,
    cell: (loan) => <LoanLink loan={loan} />,
  },
  {
    key: 'stage',
    head: 'Stage',
    width: 165,
    orderBy: 'stage',
    cell: (loan) => <StageWithDays stage={loan.stage} since={loan.stageSince} />,
  },
  { key: 'officer', head: 'Officer', width: 96, cell: (loan) => loan.officerName },
  { key: 'processor', head: 'Processor', width: 96, cell: (loan) => loan.processorName },
  { key: 'lender', head: 'Lender', width: 88, cell: (loan) => loan.lenderName },
  {
    key: 'amount',
    head: 'Amount',
    width: 84,
    isNumeric: true,
    orderBy: 'amount',
    firstSort: 'DESC',
    cell: (loan) => loanAmount(loan.LoanAmount),
  },
  { key: 'rate', head: 'Rate', width: 70, isNumeric: true, cell: (loan) => rate(loan.noteRate) },
  {
    key: 'lockExpires',
    head: 'Lock expiration',
    width: 118,
    isNumeric: true,
    orderBy: 'lockExpiry',
    cell: (loan) => day(loan.lockExpiresOn),
  },
  {
    key: 'closing',
    head: 'Closing',
    width: 96,
    isNumeric: true,
    orderBy: 'closing',
    cell: (loan) => day(loan.closingOn),
  },
  {
    key: 'nextDeadline',
    head: 'Next deadline',
    width: 120,
    isNumeric: true,
    orderBy: 'nextDeadline',
    cell: (loan) => <Deadline on={loan.nextDeadlineOn} receiptBy={loan.receiptDueOn} />,
  },
  {
    key: 'updated',
    head: 'Updated',
    width: 110,
    isNumeric: true,
    isExtra: true,
    orderBy: 'updated',
    firstSort: 'DESC',
    cell: (loan) => dayOf(loan.updatedAt),
  },
  { key: 'purpose', head: 'Purpose', width: 100, isExtra: true, cell: (loan) => loan.LoanPurposeType },
  { key: 'state', head: 'State', width: 70, isExtra: true, cell: (loan) => loan.StateCode },
  {
    key: 'created',
    head: 'Created',
    width: 110,
    isNumeric: true,
    isExtra: true,
    orderBy: 'created',
    firstSort: 'DESC',
    cell: (loan) => dayOf(loan.createdAt),
  },
  extra('branch', 'Branch', 150, (loan) => loan.branchName),
  extra('mortgageType', 'Mortgage type', 130, (loan) => spaced(loan.mortgageType ?? '')),
  extra('lien', 'Lien', 110, (loan) => spaced(loan.lien ?? '')),
  extra('amortization', 'Amortization', 130, (loan) => spaced(loan.amortization ?? '')),
  extra('occupancy', 'Occupancy', 150, (loan) => spaced(loan.PropertyUsageType ?? '')),
  extra('term', 'Term', 90, (loan) => loan.termMonths, true),
  extra('noteAmount', 'Note amount', 120, (loan) => money(loan.noteAmount), true),
  extra('price', 'Purchase price', 130, (loan) => money(loan.purchasePrice), true),
  extra('value', 'Appraised value', 130, (loan) => money(loan.appraisedValue), true),
  extra('application', 'Application', 110, (loan) => day(loan.applicationDate), true),
  extra('funded', 'Funded', 110, (loan) => day(loan.fundedDate), true),
  extra('borrowers', 'Borrowers', 100, (loan) => loan.borrowerCount, true),
  extra('city', 'City', 140, (loan) => loan.city),
  { ...extra('zip', 'ZIP code', 90, (loan) => loan.postalCode), fitsContent: true },
];

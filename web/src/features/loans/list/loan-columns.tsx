import { Link } from '@tanstack/react-router';
import type { LoanRow } from '@/api/types';
import { day, dayOf, rate } from '@/shared/lib/format';
import type { Column } from '@/shared/ui/data-table/column';
import { Deadline } from '../clocks/deadline';
import { loanAmount } from '../loan-amount';
import { StageWithDays } from '../stage';
import classes from './loans-page.module.css';

/** The link that a row is; its name says whose loan it opens. */
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

/** The pipeline's columns, in the order of the specification. */
export const loanColumns: readonly Column<LoanRow>[] = [
  {
    key: 'borrower',
    head: 'Borrower',
    minWidth: 160,
    orderBy: 'borrower',
    cell: (loan) => <span className={classes.borrower}>{loan.borrowerName}</span>,
  },
  { key: 'number', head: 'Number', width: 128, isFixed: true, cell: (loan) => <LoanLink loan={loan} /> },
  {
    key: 'stage',
    head: 'Stage',
    width: 228,
    orderBy: 'stage',
    cell: (loan) => <StageWithDays stage={loan.stage} since={loan.stageSince} />,
  },
  { key: 'officer', head: 'Officer', width: 140, cell: (loan) => loan.officerName },
  {
    key: 'amount',
    head: 'Amount',
    width: 110,
    isNumeric: true,
    orderBy: 'amount',
    firstSort: 'DESC',
    cell: (loan) => loanAmount(loan.LoanAmount),
  },
  { key: 'rate', head: 'Rate', width: 84, isNumeric: true, cell: (loan) => rate(loan.noteRate) },
  {
    key: 'lockExpires',
    head: 'Lock expires',
    width: 116,
    isNumeric: true,
    orderBy: 'lockExpiry',
    cell: (loan) => day(loan.lockExpiresOn),
  },
  {
    key: 'closing',
    head: 'Closing',
    width: 106,
    isNumeric: true,
    orderBy: 'closing',
    cell: (loan) => day(loan.closingOn),
  },
  {
    key: 'nextDeadline',
    head: 'Next deadline',
    width: 166,
    isNumeric: true,
    orderBy: 'nextDeadline',
    cell: (loan) => <Deadline on={loan.nextDeadlineOn} />,
  },
  {
    key: 'updated',
    head: 'Updated',
    width: 110,
    isNumeric: true,
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
];

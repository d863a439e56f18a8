import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LoanRow } from '@/api/types';
import { loanAmount } from '@/shared/records/loan-amount';
import { StageName } from '@/shared/records/stage-name';
import { Deadline } from '../clocks/deadline';
import classes from './loan-cards.module.css';

type Props = { rows: readonly LoanRow[] | undefined; isStale: boolean; empty: ReactNode };

/** The pipeline as cards, for phones. */
export function LoanCards({ rows, isStale, empty }: Props) {
  if (empty) return empty;
  if (!rows) return <SkeletonCards />;
  return (
    <ul className={classes.list} data-stale={isStale || undefined}>
      {rows.map((loan) => (
        <li key={loan.id}>
          <Link to="/app/loans/$loanId/loan-info" params={{ loanId: loan.id }} className={classes.card}>
            <span className={classes.borrower}>{loan.borrowerName}</span>
            <span className={classes.stage}>
              <StageName stage={loan.stage} />
            </span>
            <span className={classes.amount}>{loanAmount(loan.LoanAmount) || loan.loanNumber}</span>
            <span className={classes.deadline}>
              <Deadline on={loan.nextDeadlineOn} receiptBy={loan.receiptDueOn} isAlone />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const SkeletonCards = () => (
  <div className={classes.ghosts} aria-busy>
    {Array.from({ length: 10 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
      <Skeleton key={row} height={36} />
    ))}
  </div>
);

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LoanPage, LoanRow } from '@/api/types';
import { money, rate } from '@/shared/lib/format';
import { StageName } from '@/shared/records/stage-name';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import classes from '@/shared/ui/summary/summary.module.css';
import type { LoanSearch } from './list/loan-search';
import { firstLoansQuery } from './summary-queries';

type Column = ListColumn<LoanRow>;

/** Columns that a panel can show after the borrower. */
export const panelColumns = {
  stage: { key: 'stage', head: 'Stage', cell: ({ stage }: LoanRow) => <StageName stage={stage} /> },
  officer: { key: 'officer', head: 'Officer', cell: ({ officerName }: LoanRow) => officerName },
  amount: {
    key: 'amount',
    head: 'Amount',
    width: 110,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ LoanAmount }: LoanRow) => money(LoanAmount),
  },
  rate: {
    key: 'rate',
    head: 'Rate',
    width: 90,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ noteRate }: LoanRow) => rate(noteRate),
  },
} satisfies Record<string, Column>;

const borrower: Column = {
  key: 'borrower',
  head: 'Borrower',
  cell: ({ id, borrowerName, loanNumber }) => (
    <Link to="/app/loans/$loanId/loan-info" params={{ loanId: id }} className={classes.link}>
      {borrowerName || loanNumber}
    </Link>
  ),
};

type Props = {
  title: string;
  text?: string;
  search: LoanSearch;
  columns: readonly Column[];
  /** The text for an empty list. */
  none: string;
  limit?: number;
};

/** The first loans of a list in a panel, with a link to all of them. */
export function FirstLoansPanel({ search, limit = 8, ...shown }: Props) {
  const loans = useQuery(firstLoansQuery(search, limit));
  return <LoanListPanel {...shown} search={search} loans={loans} />;
}

type PanelProps = Omit<Props, 'limit'> & { loans: UseQueryResult<LoanPage> };

/** Loaded loans in a panel, with a link to all of them. */
export function LoanListPanel({ title, text, search, columns, none, loans }: PanelProps) {
  const { rows: found = [], count = 0, countIsCapped } = loans.data ?? {};
  return (
    <Panel
      title={title}
      text={text}
      action={
        (count ?? 0) > (found?.length ?? 0) && (
          <Link to="/app/loans" search={search} className={classes.more}>
            {countIsCapped ? 'See all' : `See all ${count}`}
          </Link>
        )
      }
    >
      <Loaded query={loans}>
        {({ rows }) => (
          <div className={classes.edge}>
            {rows && rows.length > 0 ? (
              <ListTable label={title} columns={[borrower, ...columns]} rows={rows} rowKey={({ id }) => id} />
            ) : (
              <p className={classes.none}>{none}</p>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { useNavigate } from '@tanstack/react-router';
import type { LoanRow } from '@/api/types';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { chosenColumns } from '@/shared/ui/data-table/column';
import { DataTable } from '@/shared/ui/data-table/data-table';
import { Pager } from '@/shared/ui/data-table/pager';
import { texts } from '../texts';
import { LoanCards } from './loan-cards';
import { loanColumns } from './loan-columns';
import { useLoanCount, useLoanPage } from './loan-list';
import { changed, keepFilters, type LoanSearch, sortingOf } from './loan-search';
import { LoanToolbar } from './loan-toolbar';
import classes from './loans-page.module.css';
import { NoLoans } from './no-loans';

/** The pipeline: a page of loans, filtered, sorted and paged by the address. */
export function LoansPage({ search }: { search: LoanSearch }) {
  const navigate = useNavigate({ from: '/app/loans/' });
  const isPhone = useIsPhone();
  const page = useLoanPage(search);
  const total = useLoanCount(search);
  const go = (change: Partial<LoanSearch>, replace = false) => {
    const next = changed(search, change);
    keepFilters(next);
    void navigate({ search: next, replace });
  };

  const rows = page.data?.rows ?? undefined;
  const isWithoutRows = page.isError || rows?.length === 0;
  const without = isWithoutRows && (
    <NoLoans search={search} error={page.isError ? page.error : null} onRetry={() => void page.refetch()} />
  );
  const openLoan = (loan: LoanRow) =>
    void navigate({ to: '/app/loans/$loanId/loan-info', params: { loanId: loan.id } });

  return (
    <>
      <LoanToolbar search={search} onChange={(change) => go(change, 'string' in change)} />
      <section className={classes.panel} aria-label={texts.loans}>
        {isPhone ? (
          <LoanCards rows={rows} isStale={page.isPlaceholderData} empty={without} />
        ) : (
          <DataTable
            label={texts.loans}
            columns={chosenColumns(loanColumns, search.columns)}
            rows={page.isError ? [] : rows}
            rowKey={(loan) => loan.id}
            sorting={sortingOf(search)}
            onSort={go}
            onOpen={openLoan}
            isStale={page.isPlaceholderData}
            empty={without}
          />
        )}
        {rows && !isWithoutRows && (
          <Pager
            firstRow={page.data?.firstRow ?? 1}
            rowCount={rows.length}
            count={total?.count ?? undefined}
            isCapped={total?.countIsCapped === true}
            onFirst={search.after ? () => go({}) : undefined}
            onPrevious={search.after ? way(page.data?.previous, go) : undefined}
            onNext={way(page.data?.next, go)}
          />
        )}
      </section>
    </>
  );
}

/** The way to the page with a key, where there is one. */
const way = (after: string | null | undefined, go: (change: Partial<LoanSearch>) => void) =>
  after ? () => go({ after }) : undefined;

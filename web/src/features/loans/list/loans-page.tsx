import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { LoanRow } from '@/api/types';
import { onDemand } from '@/shared/lib/on-demand';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { usePermission } from '@/shared/session/me';
import { useChosenRows } from '@/shared/ui/data-table/chosen-rows';
import { chosenColumns } from '@/shared/ui/data-table/column';
import { DataTable } from '@/shared/ui/data-table/data-table';
import { Pager } from '@/shared/ui/data-table/pager';
import { texts } from '../texts';
import { LoanCards } from './loan-cards';
import { loanColumns } from './loan-columns';
import { filtersOf, useLoanCount, useLoanPage } from './loan-list';
import { changed, type LoanSearch, sortingOf, storeFilters } from './loan-search';
import { LoanToolbar } from './loan-toolbar';
import classes from './loans-page.module.css';
import { NoLoans } from './no-loans';
import { StageHead } from './stage-head';

const LoanBulkBar = onDemand(async () => ({ default: (await import('./loan-bulk-bar')).LoanBulkBar }));
const ViewBar = onDemand(() => import('../views/view-bar'));
const ColumnWidth = onDemand(() => import('../views/column-width'));
const LoanBoard = onDemand(async () => ({ default: (await import('../board/loan-board')).LoanBoard }));

/** The pipeline: a list of loans with filters, sorting and paging in the address. */
export function LoansPage({ search }: { search: LoanSearch }) {
  const navigate = useNavigate({ from: '/app/loans/' });
  const isPhone = useIsPhone();
  const page = useLoanPage(search);
  const total = useLoanCount(search);
  const open = (next: LoanSearch, replace = false) => {
    storeFilters(next);
    void navigate({ search: next, replace });
  };
  const go = (change: Partial<LoanSearch>, replace = false) => open(changed(search, change), replace);

  const rows = page.data?.rows ?? undefined;
  const isWithoutRows = page.isError || rows?.length === 0;
  const without = isWithoutRows && (
    <NoLoans search={search} error={page.isError ? page.error : null} onRetry={() => void page.refetch()} />
  );
  const mayChange = usePermission('LOAN_EDIT');
  const choice = useChosenRows(rows ?? [], {
    labelOf: (loan) => texts.choose(loan.borrowerName),
    pageLabel: texts.choosePage,
    list: JSON.stringify(filtersOf(search)),
  });
  const columns = chosenColumns(loanColumns, search.columns);
  const bar = (
    <div className={classes.views}>
      <Suspense>
        <ViewBar search={search} columns={loanColumns} onGo={open} />
      </Suspense>
    </div>
  );
  const openLoan = (loan: LoanRow) =>
    void navigate({ to: '/app/loans/$loanId/loan-info', params: { loanId: loan.id } });

  if (search.view === 'board' && !isPhone) {
    return (
      <>
        <LoanToolbar search={search} onChange={(change) => go(change, 'string' in change)} />
        {bar}
        <Suspense>
          <LoanBoard search={search} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <LoanToolbar search={search} onChange={(change) => go(change, 'string' in change)} />
      {bar}
      <StageHead search={search} onChange={go} />
      <Suspense>
        {mayChange && !isPhone && (
          <LoanBulkBar
            chosen={choice.chosen}
            search={search}
            total={choice.isPageChosen ? total : undefined}
            onChooseAll={choice.chooseAll}
            onDone={choice.clear}
          />
        )}
      </Suspense>
      <section className={classes.panel} aria-label={texts.loans}>
        {isPhone ? (
          <LoanCards rows={rows} isStale={page.isPlaceholderData} empty={without} />
        ) : (
          <DataTable
            label={texts.loans}
            columns={mayChange ? [choice.column, ...columns] : columns}
            rows={page.isError ? [] : rows}
            rowKey={(loan) => loan.id}
            sorting={sortingOf(search)}
            onSort={go}
            onOpen={openLoan}
            isStale={page.isPlaceholderData}
            empty={without}
            headTool={(column) => (
              <Suspense>
                <ColumnWidth
                  column={column}
                  columns={columns}
                  onChange={(chosen) => go({ columns: chosen, after: search.after }, true)}
                />
              </Suspense>
            )}
          />
        )}
        {rows && !isWithoutRows && (
          <Pager
            firstRow={page.data?.firstRow ?? 1}
            rowCount={rows.length}
            count={total?.count ?? undefined}
            isCapped={total?.countIsCapped === true}
            onFirst={search.after ? () => go({}) : undefined}
            onPrevious={search.after ? toPage(page.data?.previous, go) : undefined}
            onNext={toPage(page.data?.next, go)}
          />
        )}
      </section>
    </>
  );
}

/** Navigates to the page of a cursor, if there is one. */
const toPage = (after: string | null | undefined, go: (change: Partial<LoanSearch>) => void) =>
  after ? () => go({ after }) : undefined;

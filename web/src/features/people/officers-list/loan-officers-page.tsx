import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';
import { phone } from '@/shared/lib/format';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import type { Column } from '@/shared/ui/data-table/column';
import { DataTable } from '@/shared/ui/data-table/data-table';
import { EmptyState } from '@/shared/ui/empty-state';
import { FilterInput } from '@/shared/ui/filter-input';
import classes from '@/shared/ui/list-page.module.css';
import { ListTable } from '@/shared/ui/list-table';
import { OffsetPager } from '@/shared/ui/offset-pager';

type LoanOfficer = components['schemas']['LoanOfficer'];
export type OfficerSearch = { string?: string; page?: string };

const texts = {
  title: 'Loan Officers',
  filter: 'Search name or NMLS id',
  name: 'Name',
  nmlsId: 'NMLS id',
  branch: 'Branch',
  branchNmlsId: 'Branch NMLS id',
  phone: 'Phone',
  email: 'Email',
  states: 'Licensed in',
  noMatchTitle: 'No loan officers match',
  noMatch: 'Try another name, or clear the filter.',
  clear: 'Clear filter',
  failedTitle: 'Loan officers could not be loaded',
  retry: 'Retry',
} as const;

const offsetOf = ({ page }: OfficerSearch) => Math.max(0, (Number(page) || 1) - 1) * pageSize;

const officersQuery = (search: OfficerSearch) =>
  queryOptions({
    queryKey: ['loan-officers', search],
    queryFn: async ({ signal }) => {
      const params = { query: { string: search.string, offset: offsetOf(search), limit: pageSize } };
      const page = await answer(api.GET('/api/loan-officers', { params, signal }));
      return { ...page, firstRow: offsetOf(search) + 1 };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

const columns: readonly Column<LoanOfficer>[] = [
  { key: 'name', head: texts.name, width: 180, cell: ({ name }) => <strong>{name}</strong> },
  { key: 'nmlsId', head: texts.nmlsId, width: 100, isNumeric: true, cell: ({ nmlsId }) => nmlsId },
  { key: 'branch', head: texts.branch, width: 180, cell: ({ branchName }) => branchName },
  { key: 'branchNmlsId', head: texts.branchNmlsId, width: 130, isNumeric: true, cell: (one) => one.branchNmlsId },
  { key: 'phone', head: texts.phone, width: 140, fitsContent: true, cell: (one) => phone(one.phone) },
  { key: 'email', head: texts.email, width: 260, cell: ({ email }) => email },
  { key: 'states', head: texts.states, width: 160, cell: ({ licensedIn }) => licensedIn.join(', ') },
];

/** The company's loan officers, with NMLS ID and branch. */
export function LoanOfficersPage({ search }: { search: OfficerSearch }) {
  const navigate = useNavigate({ from: '/app/loan-officers' });
  const isPhone = useIsPhone();
  const page = useQuery(officersQuery(search));
  const { rows, count = 0, firstRow = 1 } = page.data ?? {};
  const go = (change: OfficerSearch, replace = false) =>
    void navigate({ search: { ...search, page: undefined, ...change }, replace });
  const empty = page.isError ? (
    <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={page.error.message}>
      <Button variant="default" onClick={() => void page.refetch()}>
        {texts.retry}
      </Button>
    </EmptyState>
  ) : (
    rows?.length === 0 && (
      <EmptyState icon={<IconFilterOff size={20} />} title={texts.noMatchTitle} text={texts.noMatch}>
        <Button variant="default" onClick={() => go({ string: undefined })}>
          {texts.clear}
        </Button>
      </EmptyState>
    )
  );
  return (
    <>
      <div className={classes.toolbar}>
        <h1>{texts.title}</h1>
        <FilterInput
          className={classes.filter ?? ''}
          label={texts.filter}
          value={search.string ?? ''}
          onChange={(string) => go({ string: string || undefined }, true)}
        />
      </div>
      <section className={classes.panel} aria-label={texts.title}>
        {isPhone ? (
          empty || (
            <ListTable
              label={texts.title}
              columns={columns.map((column) => ({ ...column, isHeadFirst: column.isNumeric === true }))}
              rows={rows ?? []}
              rowKey={(one) => one.WizeUserOrgUnitId}
              isStale={page.isPlaceholderData}
            />
          )
        ) : (
          <DataTable
            label={texts.title}
            columns={columns}
            rows={page.isError ? [] : rows}
            rowKey={(one) => one.WizeUserOrgUnitId}
            isStale={page.isPlaceholderData}
            empty={empty}
          />
        )}
        <OffsetPager
          firstRow={firstRow}
          rowCount={rows?.length ?? 0}
          count={count}
          onPage={(number) => go({ page: number })}
        />
      </section>
    </>
  );
}

import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { draftOpening } from '@/shared/lib/use-draft';
import { EmptyState } from '@/shared/ui/empty-state';
import { FilterInput } from '@/shared/ui/filter-input';
import list from '@/shared/ui/list-page.module.css';
import { ListPanel } from '@/shared/ui/list-panel';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import { OffsetPager } from '@/shared/ui/offset-pager';
import { type CompanySearch, type ContactCompany, companiesQuery } from './contacts';
import { texts } from './texts';

const CompanyDialog = onDemand(() => import('./company-dialog'));

const columns: readonly ListColumn<ContactCompany>[] = [
  {
    key: 'name',
    head: texts.name,
    cell: ({ id, name }) => (
      <Link to="/app/contacts" search={{ company: String(id) }} className={list.link}>
        {name}
      </Link>
    ),
  },
  { key: 'phone', head: texts.phone, width: 160, fitsContent: true, cell: (company) => phone(company.phone) },
  {
    key: 'website',
    head: texts.website,
    width: 320,
    cell: ({ website }) =>
      website && (
        <a href={website} target="_blank" rel="noopener noreferrer">
          {website.replace(/^https?:\/\/(www\.)?/, '')}
        </a>
      ),
  },
];

/** Companies of business contacts. Each links to its contacts. */
export function CompaniesPage({ search }: { search: CompanySearch }) {
  const navigate = useNavigate({ from: '/app/contacts/companies' });
  const page = useQuery(companiesQuery(search));
  const [edited, setEdited] = useState(() => draftOpening<ContactCompany>('contact company'));
  const { rows = [], count = 0, firstRow = 1 } = page.data ?? {};
  const go = (to: CompanySearch, replace = false) =>
    void navigate({ search: { ...search, page: undefined, ...to }, replace });
  return (
    <>
      <div className={list.toolbar}>
        <h1>{texts.companies}</h1>
        <FilterInput
          className={list.filter ?? ''}
          label={texts.companyFilter}
          value={search.string ?? ''}
          onChange={(string) => go({ string: string || undefined }, true)}
        />
      </div>
      <ListPanel
        isPending={page.isPending}
        foot={
          <OffsetPager
            firstRow={firstRow}
            rowCount={rows.length}
            count={count}
            onPage={(number) => go({ page: number })}
          />
        }
      >
        {page.isError && (
          <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.companiesFailed} text={page.error.message}>
            <Button variant="default" onClick={() => void page.refetch()}>
              {texts.retry}
            </Button>
          </EmptyState>
        )}
        {page.data && rows.length === 0 && (
          <EmptyState
            icon={<IconBuildingStore size={20} />}
            title={search.string ? texts.noCompanyMatch : texts.noCompaniesTitle}
            text={search.string ? texts.noMatch : texts.noCompanies}
          />
        )}
        {rows.length > 0 && (
          <ListTable
            label={texts.companies}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isStale={page.isPlaceholderData}
            actions={(company) => (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={`${texts.edit} ${company.name}`}
                onClick={() => setEdited(company)}
              >
                {texts.edit}
              </Button>
            )}
          />
        )}
      </ListPanel>
      <Suspense>{edited && <CompanyDialog company={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  );
}

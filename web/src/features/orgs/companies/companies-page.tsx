import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { hasDraft } from '@/shared/lib/drafts';
import { dayOf } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { useRovingFocus } from '@/shared/lib/use-roving-focus';
import type { Column } from '@/shared/ui/data-table/column';
import { DataTable } from '@/shared/ui/data-table/data-table';
import { OffsetPager } from '@/shared/ui/data-table/offset-pager';
import { EmptyState } from '@/shared/ui/empty-state';
import { FilterInput } from '@/shared/ui/filter-input';
import { FilterMenu } from '@/shared/ui/filter-menu';
import { type CompanyRow, companiesQuery } from './companies';
import classes from './companies-page.module.css';
import { type CompanySearch, companySearch } from './company-search';
import { CompanyState } from './company-state';
import { texts } from './texts';

const NewCompanyModal = onDemand(() => import('./new-company-modal'));

const columns: readonly Column<CompanyRow>[] = [
  {
    key: 'name',
    head: 'Company',
    width: 220,
    cell: (company) => (
      <Link to="/org/companies/$companyId" params={{ companyId: company.id }} className={classes.link} data-row-link>
        {company.displayName}
      </Link>
    ),
  },
  { key: 'type', head: 'Type', width: 110, cell: ({ type }) => texts.types[type] ?? type },
  { key: 'state', head: 'State', width: 120, cell: ({ state }) => <CompanyState state={state} /> },
  { key: 'nmlsId', head: 'NMLS ID', width: 100, isNumeric: true, cell: ({ nmlsId }) => nmlsId },
  { key: 'location', head: texts.locatedIn, width: 100, cell: ({ stateCode }) => stateCode },
  { key: 'host', head: 'Host', width: 220, cell: ({ host }) => host },
  { key: 'branches', head: 'Branches', width: 90, isNumeric: true, cell: ({ branches }) => branches },
  { key: 'people', head: 'People', width: 80, isNumeric: true, cell: ({ people }) => people },
  { key: 'created', head: 'Created', width: 110, isNumeric: true, cell: ({ createdAt }) => dayOf(createdAt) },
];

/** All companies of the installation. */
export function CompaniesPage({ search }: { search: CompanySearch }) {
  const navigate = useNavigate({ from: '/org/' });
  const isPhone = useIsPhone();
  const [isMaking, setMaking] = useState(() => hasDraft('new company'));
  const page = useQuery(companiesQuery(search));
  const go = (change: CompanySearch, replace = false) =>
    void navigate({ search: companySearch({ ...search, offset: undefined, ...change }), replace });
  const open = (company: CompanyRow) =>
    void navigate({ to: '/org/companies/$companyId', params: { companyId: company.id } });
  const rows = page.isError ? [] : page.data?.rows;
  const empty = page.isError ? (
    <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={page.error.message}>
      <Button variant="default" onClick={() => void page.refetch()}>
        {texts.retry}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon={<IconFilterOff size={20} />} title={texts.emptyTitle} text={texts.empty}>
      <Button variant="default" onClick={() => go({ string: undefined, state: undefined })}>
        {texts.clearFilter}
      </Button>
    </EmptyState>
  );
  return (
    <>
      <div ref={useRovingFocus<HTMLDivElement>()} className={classes.toolbar} data-roving>
        <h1>{texts.companies}</h1>
        <FilterInput
          className={classes.filter}
          label={texts.filter}
          value={search.string ?? ''}
          onChange={(string) => go({ string }, true)}
        />
        <FilterMenu
          label={texts.state}
          all={texts.allStates}
          choices={Object.entries(texts.states).map(([value, label]) => ({
            value,
            label,
            content: <CompanyState state={value} />,
          }))}
          value={search.state ?? ''}
          onChange={(state) => go(companySearch({ ...search, state }), true)}
        />
        <Button leftSection={<IconPlus size={15} />} onClick={() => setMaking(true)}>
          {texts.newCompany}
        </Button>
      </div>
      <section className={classes.panel} aria-label={texts.companies}>
        {isPhone && rows?.length !== 0 ? (
          <CompanyCards rows={rows ?? []} />
        ) : (
          <DataTable
            label={texts.companies}
            columns={columns}
            rows={rows ?? undefined}
            rowKey={({ id }) => id}
            onOpen={open}
            isStale={page.isPlaceholderData}
            empty={empty}
          />
        )}
        {rows && rows.length > 0 && (
          <OffsetPager
            offset={Number(search.offset ?? 0)}
            rowCount={rows.length}
            count={page.data?.count ?? 0}
            isCapped={page.data?.countIsCapped === true}
            onOffset={(offset) => go({ offset: offset > 0 ? String(offset) : undefined })}
          />
        )}
      </section>
      <Suspense>{isMaking && <NewCompanyModal onClose={() => setMaking(false)} />}</Suspense>
    </>
  );
}

/** The companies as cards, for phones. */
const CompanyCards = ({ rows }: { rows: readonly CompanyRow[] }) => (
  <ul className={classes.cards}>
    {rows.map((company) => (
      <li key={company.id}>
        <Link to="/org/companies/$companyId" params={{ companyId: company.id }} className={classes.card}>
          <span className={classes.cardName}>{company.displayName}</span>
          <CompanyState state={company.state} />
          <span className={classes.second}>
            {[texts.types[company.type], company.nmlsId && `NMLS ${company.nmlsId}`].filter(Boolean).join(' · ')}
          </span>
          <span className={classes.second}>{texts.peopleCount(company.people)}</span>
        </Link>
      </li>
    ))}
  </ul>
);

import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { integer } from '@/shared/lib/format';
import { useRovingFocus } from '@/shared/lib/use-roving-focus';
import { LeadStatus } from '@/shared/records/lead-status';
import { assigneeFiltersOf } from '@/shared/session/assignee-filters';
import { leadSourcesQuery } from '@/shared/session/lookups';
import { usePermission, usePermissions } from '@/shared/session/me';
import { chosenColumns } from '@/shared/ui/data-table/column';
import { ColumnMenu } from '@/shared/ui/data-table/column-menu';
import { FilterInput } from '@/shared/ui/filter-input';
import { FilterMenu } from '@/shared/ui/filter-menu';
import list from '@/shared/ui/list-page.module.css';
import { leadConfigQuery } from '../create/lead-lookups';
import { texts as importTexts } from '../import/texts';
import { useWaitingCount } from '../review/review';
import { texts as reviewTexts } from '../review/texts';
import { texts } from '../texts';
import { leadColumns } from './lead-columns';
import { useUnworkedCount } from './lead-list';
import { closest, type LeadSearch, type OwnerFilter, sortingOf } from './lead-search';
import classes from './leads-page.module.css';

type Props = { search: LeadSearch; onChange: (change: Partial<LeadSearch>) => void };

/** The list's filters. */
export function LeadToolbar({ search, onChange }: Props) {
  const config = useQuery(leadConfigQuery);
  const sources = useQuery(leadSourcesQuery);
  const reaches = assigneeFiltersOf(usePermissions());
  const statuses = (config.data?.leadStatuses ?? []).map((status) => ({
    value: String(status.id),
    label: status.name,
    content: <LeadStatus status={status} />,
  }));
  return (
    <div ref={useRovingFocus<HTMLDivElement>()} className={list.toolbar} data-roving>
      <h1>{texts.leads}</h1>
      <Waiting />
      <Unworked search={search} onChange={onChange} />
      <SegmentedControl
        className={classes.tableOnly}
        aria-label={texts.view}
        data={[
          { value: 'table', label: texts.table },
          { value: 'board', label: texts.board },
        ]}
        value={search.view ?? 'table'}
        onChange={(view) => onChange({ view: view === 'board' ? 'board' : undefined })}
      />
      {reaches.length > 0 && (
        <SegmentedControl
          className={classes.reach}
          aria-label={texts.whose}
          data={reaches.map((reach) => ({ value: reach, label: texts.reaches[reach] }))}
          value={reaches.find((reach) => reach === search.assigneeType) ?? reaches.at(-1) ?? 'ALL'}
          onChange={(reach) => onChange({ assigneeType: reach as OwnerFilter, assigneeId: undefined })}
        />
      )}
      <FilterInput
        className={list.filter ?? ''}
        label={texts.filter}
        value={search.string ?? ''}
        onChange={(string) => onChange({ string })}
      />
      <FilterMenu
        label={texts.status}
        all={texts.allStatuses}
        choices={statuses}
        value={search.status ?? ''}
        onChange={(status) => onChange({ status })}
      />
      <FilterMenu
        label={texts.source}
        all={texts.allSources}
        choices={(sources.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.source ?? ''}
        onChange={(source) => onChange({ source })}
      />
      <span className={classes.phoneOnly}>
        <SortMenu search={search} onChange={onChange} />
      </span>
      <span className={classes.tableOnly}>
        <ColumnMenu
          columns={leadColumns}
          shown={chosenColumns(leadColumns, search.columns)}
          onChange={(columns) => onChange({ columns, after: search.after })}
        />
      </span>
      <ImportLink />
    </div>
  );
}

/** A link to the import of leads. */
function ImportLink() {
  if (!usePermission('LEAD_CREATE')) return null;
  return (
    <Button
      variant="default"
      className={classes.tableOnly}
      renderRoot={(props) => <Link {...props} to="/app/leads/import" />}
    >
      {importTexts.open}
    </Button>
  );
}

/** The number of incoming leads waiting for review. */
function Waiting() {
  const count = useWaitingCount(usePermission('LEAD_CREATE'));
  if (count === 0) return null;
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/app/leads/review" />}>
      {reviewTexts.open(integer(count))}
    </Button>
  );
}

/** The number of unworked leads. A press filters the list by them. */
function Unworked({ search, onChange }: Props) {
  const unworked = useUnworkedCount(search);
  const count = unworked?.count ?? 0;
  if (count === 0 && !search.unworked) return null;
  return (
    <Button
      variant="default"
      className={classes.unworked}
      data-active={search.unworked !== undefined || undefined}
      aria-pressed={search.unworked !== undefined}
      onClick={() => onChange({ unworked: search.unworked ? undefined : 'true' })}
    >
      {texts.unworked(`${integer(count)}${unworked?.countIsCapped ? '+' : ''}`)}
    </Button>
  );
}

/** Sorting for layouts without column headers. */
function SortMenu({ search, onChange }: Props) {
  const columns = leadColumns.flatMap(({ head, orderBy }) => (orderBy ? [{ value: orderBy, label: head }] : []));
  const choices = search.string ? [{ value: closest, label: texts.closest }, ...columns] : columns;
  const sort = (orderBy: string) => {
    if (orderBy === closest) return onChange({ orderBy: undefined, sort: undefined });
    const column = leadColumns.find((candidate) => candidate.orderBy === orderBy);
    onChange({ orderBy, sort: column?.firstSort ?? 'ASC' });
  };
  return <FilterMenu label={texts.sort} choices={choices} value={sortingOf(search).orderBy} onChange={sort} />;
}

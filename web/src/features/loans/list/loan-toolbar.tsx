import { SegmentedControl } from '@mantine/core';
import { useRovingFocus } from '@/shared/lib/use-roving-focus';
import { StageName } from '@/shared/records/stage-name';
import type { AssigneeFilter } from '@/shared/session/assignee-filters';
import { assigneeFiltersOf } from '@/shared/session/assignee-filters';
import { useLookups } from '@/shared/session/lookups';
import { usePermissions } from '@/shared/session/me';
import { FilterInput } from '@/shared/ui/filter-input';
import { FilterMenu } from '@/shared/ui/filter-menu';
import { texts } from '../texts';
import { loanColumns } from './loan-columns';
import { dues, type LoanSearch, sortingOf } from './loan-search';
import classes from './loans-page.module.css';

type Props = { search: LoanSearch; onChange: (change: Partial<LoanSearch>) => void };

/** The pipeline's filters. */
export function LoanToolbar({ search, onChange }: Props) {
  const { loanStages } = useLookups();
  const reaches = assigneeFiltersOf(usePermissions());
  const stages = loanStages.map((stage) => ({
    value: String(stage.id),
    label: stage.name,
    content: <StageName stage={stage} />,
  }));
  return (
    <div ref={useRovingFocus<HTMLDivElement>()} className={classes.toolbar} data-roving>
      <h1>{texts.loans}</h1>
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
          onChange={(reach) => onChange({ assigneeType: reach as AssigneeFilter, assigneeId: undefined })}
        />
      )}
      <FilterInput
        className={classes.filter}
        label={texts.filter}
        value={search.string ?? ''}
        onChange={(string) => onChange({ string })}
      />
      {search.view !== 'board' && (
        <FilterMenu
          label={texts.stage}
          all={texts.allStages}
          choices={stages}
          value={search.stage ?? ''}
          onChange={(stage) => onChange({ stage })}
        />
      )}
      <FilterMenu
        label={texts.deadline}
        all={texts.anyDeadline}
        choices={dues.map((due) => ({ value: due, label: texts.dues[due] }))}
        value={search.due ?? ''}
        onChange={(due) => onChange({ due: dues.find((known) => known === due) })}
      />
      <span className={classes.phoneOnly}>
        <SortMenu search={search} onChange={onChange} />
      </span>
    </div>
  );
}

/** Sorting for layouts without column headers. */
function SortMenu({ search, onChange }: Props) {
  const choices = loanColumns.flatMap(({ head, orderBy }) => (orderBy ? [{ value: orderBy, label: head }] : []));
  const sort = (orderBy: string) => {
    const column = loanColumns.find((candidate) => candidate.orderBy === orderBy);
    onChange({ orderBy, sort: column?.firstSort ?? 'ASC' });
  };
  return <FilterMenu label={texts.sort} choices={choices} value={sortingOf(search).orderBy} onChange={sort} />;
}

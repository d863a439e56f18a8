import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { hasDraft } from '@/shared/lib/drafts';
import { onDemand } from '@/shared/lib/on-demand';
import { useActiveUser, usePermission } from '@/shared/session/me';
import { EmptyState } from '@/shared/ui/empty-state';
import { FilterInput } from '@/shared/ui/filter-input';
import { FilterMenu } from '@/shared/ui/filter-menu';
import { ListPanel } from '@/shared/ui/list-panel';
import { ListTable } from '@/shared/ui/list-table';
import { OffsetPager } from '@/shared/ui/offset-pager';
import { SettingsPage } from '@/shared/ui/settings-page';
import { branchColumns } from './branch-columns';
import { type BranchSearch, branchesQuery } from './branch-list';
import { texts } from './texts';

const NewBranchDialog = onDemand(() => import('./new-branch-dialog'));

export function BranchesPage({ search }: { search: BranchSearch }) {
  const { WizeOrgUnit } = useActiveUser();
  const mayAdd = usePermission('SETTINGS_MANAGE');
  const navigate = useNavigate({ from: '/app/settings/branches/' });
  const [isAdding, setAdding] = useState(() => hasDraft('new branch'));
  const page = useQuery(branchesQuery(WizeOrgUnit.id, search));
  const go = (change: BranchSearch, replace = false) =>
    void navigate({ search: { ...search, page: undefined, ...change }, replace });
  const { rows = [], count = 0, firstRow = 1 } = page.data ?? {};
  return (
    <SettingsPage
      title={texts.title}
      text={texts.text}
      action={
        mayAdd && (
          <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      <ListPanel
        isPending={page.isPending}
        tools={
          <>
            <FilterInput
              label={texts.filter}
              value={search.string ?? ''}
              onChange={(string) => go({ string: string || undefined }, true)}
            />
            <FilterMenu
              label={texts.state}
              all={texts.all}
              choices={[
                { value: 'ACTIVE', label: texts.active },
                { value: 'SUSPENDED', label: texts.suspended },
              ]}
              value={search.state ?? ''}
              onChange={(state) => go({ state: state || undefined })}
            />
          </>
        }
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
          <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={page.error.message}>
            <Button variant="default" onClick={() => void page.refetch()}>
              {texts.retry}
            </Button>
          </EmptyState>
        )}
        {page.data && rows.length === 0 && (
          <EmptyState icon={<IconFilterOff size={20} />} title={texts.noMatchTitle} text={texts.noMatch}>
            <Button variant="default" onClick={() => go({ string: undefined, state: undefined })}>
              {texts.clear}
            </Button>
          </EmptyState>
        )}
        {rows.length > 0 && (
          <ListTable
            label={texts.branches}
            columns={branchColumns}
            rows={rows}
            rowKey={({ id }) => id}
            isStale={page.isPlaceholderData}
          />
        )}
      </ListPanel>
      <Suspense>{isAdding && <NewBranchDialog company={WizeOrgUnit.id} onClose={() => setAdding(false)} />}</Suspense>
    </SettingsPage>
  );
}

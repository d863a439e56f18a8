import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { hasDraft } from '@/shared/lib/drafts';
import { onDemand } from '@/shared/lib/on-demand';
import { useActiveUser } from '@/shared/session/me';
import { EmptyState } from '@/shared/ui/empty-state';
import { ListPanel } from '@/shared/ui/list-panel';
import { ListTable } from '@/shared/ui/list-table';
import { OffsetPager } from '@/shared/ui/offset-pager';
import { SettingsPage } from '@/shared/ui/settings-page';
import { Approvals } from './approvals';
import { texts } from './texts';
import { useRoleName } from './use-role-name';
import { type UserSearch, usersQuery } from './user-calls';
import { userColumns } from './user-columns';
import { UserFilters } from './user-filters';

const InviteDialog = onDemand(() => import('./invite-dialog'));

/** The users of the company or of the active branch. */
export function UsersPage({ search }: { search: UserSearch }) {
  const { WizeOrgUnit } = useActiveUser();
  const roleName = useRoleName();
  const navigate = useNavigate({ from: '/app/settings/users/' });
  const [isInviting, setInviting] = useState(() => hasDraft('invitation'));
  const page = useQuery(usersQuery(WizeOrgUnit.id, search));
  const go = (change: UserSearch, replace = false) =>
    void navigate({ search: { ...search, page: undefined, ...change }, replace });
  const { rows = [], count = 0, firstRow = 1 } = page.data ?? {};
  return (
    <SettingsPage
      title={texts.title}
      text={texts.text}
      action={
        <Button leftSection={<IconUserPlus size={15} />} onClick={() => setInviting(true)}>
          {texts.invite}
        </Button>
      }
    >
      <Approvals />
      <ListPanel
        isPending={page.isPending}
        tools={<UserFilters search={search} onChange={go} />}
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
            <Button variant="default" onClick={() => void navigate({ search: {} })}>
              {texts.clear}
            </Button>
          </EmptyState>
        )}
        {rows.length > 0 && (
          <ListTable
            label={texts.users}
            columns={userColumns(roleName)}
            rows={rows}
            rowKey={({ id }) => id}
            isStale={page.isPlaceholderData}
          />
        )}
      </ListPanel>
      <Suspense>{isInviting && <InviteDialog onClose={() => setInviting(false)} />}</Suspense>
    </SettingsPage>
  );
}

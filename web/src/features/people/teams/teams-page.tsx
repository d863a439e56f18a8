import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { EmptyState } from '@/shared/ui/empty-state';
import { FilterInput } from '@/shared/ui/filter-input';
import { ListPanel } from '@/shared/ui/list-panel';
import { ListTable } from '@/shared/ui/list-table';
import { OffsetPager } from '@/shared/ui/offset-pager';
import { SettingsPage } from '@/shared/ui/settings-page';
import type { LoanRole } from '../loan-roles';
import users from '../users/users.module.css';
import { slotLabel, type Team, type TeamSearch, teamsQuery } from './teams';
import { texts } from './texts';

const TeamDialog = onDemand(() => import('./team-dialog'));

/** Officers with the default team of their loans. */
export function TeamsPage({ search }: { search: TeamSearch }) {
  const navigate = useNavigate({ from: '/app/settings/loan-teams' });
  const [edited, setEdited] = useState<Team | null>(null);
  const page = useQuery(teamsQuery(search));
  const { rows = [], count = 0, firstRow = 1 } = page.data ?? {};
  return (
    <SettingsPage title={texts.title} text={texts.text}>
      <ListPanel
        isPending={page.isPending}
        tools={
          <FilterInput
            label={texts.filter}
            value={search.string ?? ''}
            onChange={(string) => void navigate({ search: { string: string || undefined }, replace: true })}
          />
        }
        foot={
          <OffsetPager
            firstRow={firstRow}
            rowCount={rows.length}
            count={count}
            onPage={(number) => void navigate({ search: { ...search, page: number } })}
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
        {page.data && rows.length === 0 && search.string && (
          <EmptyState icon={<IconFilterOff size={20} />} title={texts.noMatchTitle} text={texts.noMatch}>
            <Button variant="default" onClick={() => void navigate({ search: {} })}>
              {texts.clear}
            </Button>
          </EmptyState>
        )}
        {page.data && rows.length === 0 && !search.string && (
          <EmptyState icon={<IconUsersGroup size={20} />} title={texts.noneTitle} text={texts.none} />
        )}
        {rows.length > 0 && (
          <ListTable
            label={texts.teams}
            columns={[
              {
                key: 'officer',
                head: texts.officer,
                width: 260,
                cell: ({ officer }) => (
                  <>
                    {officer.fullName} <span className={users.quiet}>{officer.tag}</span>
                  </>
                ),
              },
              {
                key: 'team',
                head: texts.team,
                cell: ({ members }) =>
                  members.length === 0 ? (
                    <span className={users.quiet}>{texts.noTeam}</span>
                  ) : (
                    members
                      .map(({ fullName, LoanRole: role, primary }) =>
                        texts.member(fullName, slotLabel({ role: role as LoanRole, primary })),
                      )
                      .join(', ')
                  ),
              },
            ]}
            rows={rows}
            rowKey={({ officer }) => officer.WizeUserOrgUnitId}
            isStale={page.isPlaceholderData}
            actions={(team) => (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={texts.editOf(`${team.officer.fullName}, ${team.officer.tag}`)}
                onClick={() => setEdited(team)}
              >
                {texts.edit}
              </Button>
            )}
          />
        )}
      </ListPanel>
      <Suspense>{edited && <TeamDialog team={edited} onClose={() => setEdited(null)} />}</Suspense>
    </SettingsPage>
  );
}

import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { ListTable } from '@/shared/ui/list-table';
import { Panel } from '@/shared/ui/panel';
import { texts } from './texts';
import { useRoleName } from './use-role-name';
import type { ManagedMembership, ManagedUser } from './user-calls';
import classes from './users.module.css';

const MembershipDialog = onDemand(() => import('./membership-dialog'));
const AddMembershipDialog = onDemand(() => import('./add-membership-dialog'));

/** A user's branches, with roles. */
export function MembershipsPanel({ user }: { user: ManagedUser }) {
  const roleName = useRoleName();
  const [edited, setEdited] = useState<ManagedMembership | null>(null);
  const [isAdding, setAdding] = useState(false);
  const mayAdd = user.mayManage && !user.homeCompany;
  return (
    <Panel
      title={texts.memberships}
      text={texts.membershipsText}
      action={
        mayAdd && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {texts.addMembership}
          </Button>
        )
      }
    >
      <div className={classes.rows}>
        <ListTable
          label={texts.memberships}
          columns={[
            {
              key: 'branch',
              head: texts.branch,
              cell: ({ displayName, active }) => (
                <span className={active ? undefined : classes.off}>{displayName}</span>
              ),
            },
            {
              key: 'roles',
              head: texts.roles,
              cell: ({ roles }) => roles.map(roleName).join(', ') || texts.noRoles,
            },
            {
              key: 'default',
              head: texts.status,
              width: 110,
              cell: ({ isDefault, active }) => {
                if (!active) return <span className={classes.quiet}>{texts.switchedOff}</span>;
                return isDefault ? <span className={classes.quiet}>{texts.isDefault}</span> : '';
              },
            },
          ]}
          rows={user.memberships}
          rowKey={({ WizeUserOrgUnitId }) => WizeUserOrgUnitId}
          actions={
            user.mayManage
              ? (membership) => (
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={texts.editMembershipOf(membership.displayName)}
                    onClick={() => setEdited(membership)}
                  >
                    {texts.editMembership}
                  </Button>
                )
              : undefined
          }
        />
      </div>
      <Suspense>
        {edited && <MembershipDialog membership={edited} user={user} onClose={() => setEdited(null)} />}
        {isAdding && <AddMembershipDialog user={user} onClose={() => setAdding(false)} />}
      </Suspense>
    </Panel>
  );
}

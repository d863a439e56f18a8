import '@mantine/core/styles/Switch.layer.css';
import { Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SettingsPage } from '@/features/orgs/settings/settings-page';
import { Loaded, Panel } from '@/shared/ui/panel';
import {
  type RolePermissions,
  type RoleRow,
  rolePermissionsQuery,
  rowsOf,
  useSetRolePermission,
} from './role-permissions';
import classes from './role-permissions-page.module.css';
import { texts } from './texts';

/** What each role may in the company, role by role. */
export function RolePermissionsPage() {
  const table = useQuery(rolePermissionsQuery);
  return (
    <SettingsPage title={texts.title} text={texts.text}>
      <Loaded query={table}>{(loaded) => <Table table={loaded} />}</Loaded>
    </SettingsPage>
  );
}

function Table({ table }: { table: RolePermissions }) {
  const [chosen, setChosen] = useState(table.roles[0]?.code ?? '');
  const set = useSetRolePermission(table.version);
  const { own, others } = rowsOf(table, chosen);
  const name = table.roles.find(({ code }) => code === chosen)?.name ?? '';
  return (
    <>
      <Select
        className={classes.role}
        label={texts.role}
        data={table.roles.map((role) => ({ value: role.code, label: role.name }))}
        value={chosen}
        onChange={(code) => code && setChosen(code)}
        allowDeselect={false}
      />
      <Panel title={texts.may(name)} text={texts.mayText}>
        <ul className={classes.rows}>
          {own.map((row) => (
            <Row
              key={row.code}
              row={row}
              isSaving={set.isPending}
              onChange={(allowed) => set.mutate({ role: chosen, permission: row.code, allowed })}
            />
          ))}
        </ul>
      </Panel>
      {others.length > 0 && (
        <Panel title={texts.notFor} text={texts.notForText}>
          <ul className={classes.others}>
            {others.map(({ code, purpose }) => (
              <li key={code}>{purpose}</li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

type RowProps = { row: RoleRow; isSaving: boolean; onChange: (allowed: boolean) => void };

function Row({ row: { purpose, allowed, isAltered, fixed }, isSaving, onChange }: RowProps) {
  const note = fixed ?? (isAltered ? texts.altered : undefined);
  return (
    <li className={classes.row}>
      <Switch
        label={purpose}
        description={note}
        labelPosition="left"
        checked={allowed}
        disabled={fixed !== null}
        // Not disabled meanwhile: the focus would be lost.
        onChange={(event) => !isSaving && onChange(event.currentTarget.checked)}
      />
    </li>
  );
}

import '@mantine/core/styles/Switch.layer.css';
import { Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded, Panel } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import {
  type RolePermissions,
  type RoleRow,
  rolePermissionsQuery,
  rowsOf,
  useSetRolePermission,
} from './role-permissions';
import classes from './role-permissions-page.module.css';
import { texts } from './texts';

/** The company's permissions of each role. */
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
  const set = useSetRolePermission();
  const { open, always, never } = rowsOf(table, chosen);
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
      {open.length > 0 && (
        <Panel title={texts.may(name)} text={texts.mayText}>
          <ul className={classes.rows}>
            {open.map((row) => (
              <Row
                key={row.code}
                row={row}
                onChange={(allowed) => set.mutate({ role: chosen, permission: row.code, allowed })}
              />
            ))}
          </ul>
        </Panel>
      )}
      <Fixed title={texts.always} text={texts.alwaysText} purposes={always} />
      <Fixed title={texts.notFor} text={texts.notForText} purposes={never} />
    </>
  );
}

type RowProps = { row: RoleRow; onChange: (allowed: boolean) => void };

function Row({ row: { purpose, allowed, isAltered }, onChange }: RowProps) {
  return (
    <li className={classes.row}>
      <Switch
        label={purpose}
        description={isAltered && texts.altered}
        labelPosition="left"
        checked={allowed}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </li>
  );
}

type FixedProps = { title: string; text: string; purposes: readonly string[] };

/** Permissions that the company can't change. */
function Fixed({ title, text, purposes }: FixedProps) {
  if (purposes.length === 0) return null;
  return (
    <Panel title={title} text={text}>
      <ul className={classes.fixed}>
        {purposes.map((purpose) => (
          <li key={purpose}>{purpose}</li>
        ))}
      </ul>
    </Panel>
  );
}

import '@mantine/core/styles/Switch.layer.css';
import { ActionIcon, Button, Select, Switch } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded, Panel } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import {
  type HeaderTab,
  type HeaderTabsOfRole,
  headerTabsQuery,
  moved,
  useSetHeaderTabs,
  withVisible,
} from './header-tabs';
import classes from './header-tabs-page.module.css';
import { texts } from './texts';

/** The areas that the header shows, for all users or by role. */
export function HeaderTabsPage() {
  const tabs = useQuery(headerTabsQuery);
  return (
    <SettingsPage title={texts.title} text={texts.text}>
      <Loaded query={tabs}>{({ roles }) => <Roles roles={roles} />}</Loaded>
    </SettingsPage>
  );
}

function Roles({ roles }: { roles: readonly HeaderTabsOfRole[] }) {
  const [chosen, setChosen] = useState(roles[0]?.role ?? '');
  const role = roles.find((one) => one.role === chosen);
  return (
    <>
      <Select
        className={classes.role}
        label={texts.role}
        data={roles.map((one) => ({ value: one.role, label: one.name }))}
        value={chosen}
        onChange={(code) => code && setChosen(code)}
        allowDeselect={false}
      />
      {role && <Tabs key={role.role} ofRole={role} isForAll={role === roles[0]} />}
    </>
  );
}

function Tabs({ ofRole, isForAll }: { ofRole: HeaderTabsOfRole; isForAll: boolean }) {
  const { role, name, tabs, isSet } = ofRole;
  const { mutate, isPending } = useSetHeaderTabs();
  const set = (changed: HeaderTab[]) => mutate({ role, tabs: changed });
  const followed = isForAll ? texts.usesProduct : texts.usesDefault;
  const reset = (
    <Button variant="default" size="compact-sm" disabled={!isSet || isPending} onClick={() => set([])}>
      {texts.reset}
    </Button>
  );
  return (
    <Panel title={texts.tabs(name)} text={texts.tabsText} action={reset}>
      <p className={classes.state}>{isSet ? texts.usesOwn : followed}</p>
      <ol className={classes.rows} aria-label={texts.tabs(name)}>
        {tabs.map(({ area, visible }, at) => {
          const label = texts.areas[area] ?? area;
          return (
            <li key={area} className={classes.row}>
              <Switch
                label={label}
                checked={visible}
                disabled={isPending}
                onChange={(event) => set(withVisible(tabs, area, event.currentTarget.checked))}
              />
              <span className={classes.moves}>
                <ActionIcon
                  variant="subtle"
                  aria-label={texts.up(label)}
                  disabled={at === 0 || isPending}
                  onClick={() => set(moved(tabs, at, -1))}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={texts.down(label)}
                  disabled={at === tabs.length - 1 || isPending}
                  onClick={() => set(moved(tabs, at, 1))}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

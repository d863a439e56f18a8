import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useActiveUser } from '@/shared/session/me';
import { Loaded, Panel } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { notificationsQuery, useChooseNotification } from './notification-calls';
import classes from './notifications-page.module.css';
import { texts } from './texts';

/** The mails that the user receives. */
export function NotificationsPage() {
  const { email } = useActiveUser();
  const choices = useQuery(notificationsQuery);
  const choose = useChooseNotification();
  return (
    <SettingsPage title={texts.title} text={texts.text(email)}>
      <Panel title={texts.work} text={texts.workText}>
        <Loaded query={choices}>
          {(kinds) => (
            <div className={classes.kinds}>
              {kinds.map(({ kind, title, help, isOn }) => (
                <Switch
                  key={kind}
                  className={classes.kind}
                  label={title}
                  description={help}
                  labelPosition="left"
                  checked={isOn}
                  onChange={(event) => choose.mutate({ kind, isOn: event.currentTarget.checked })}
                />
              ))}
            </div>
          )}
        </Loaded>
      </Panel>
      <Panel title={texts.account} text={texts.accountText} />
    </SettingsPage>
  );
}

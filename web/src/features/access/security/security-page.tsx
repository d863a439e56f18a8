import { SettingsPage } from '@/features/orgs/settings/settings-page';
import { LoginsPanel } from './logins-panel';
import { PasswordPanel } from './password-panel';
import { SecondFactorPanel } from './second-factor-panel';
import { texts } from './texts';

/** Everything about one's own sign-in: where it is open, its password, its second factor. */
export function SecurityPage() {
  return (
    <SettingsPage title={texts.title}>
      <LoginsPanel />
      <PasswordPanel />
      <SecondFactorPanel />
    </SettingsPage>
  );
}

import { SettingsPage } from '@/shared/ui/settings-page';
import { LoginsPanel } from './logins-panel';
import { PasswordPanel } from './password-panel';
import { SecondFactorPanel } from './second-factor-panel';
import { texts } from './texts';

/** The user's own sign-in: devices, password and second factor. */
export function SecurityPage() {
  return (
    <SettingsPage title={texts.title}>
      <LoginsPanel />
      <PasswordPanel />
      <SecondFactorPanel />
    </SettingsPage>
  );
}

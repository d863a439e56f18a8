import { SettingsPage } from '@/shared/ui/settings-page';
import { DetailsForm } from './details-form';
import { PhotoPanel } from './photo-panel';
import { PreferencesPanel } from './preferences-panel';
import { texts } from './texts';

/** The user's details, photo and preferences. */
export function ProfilePage() {
  return (
    <SettingsPage title={texts.profile}>
      <PhotoPanel />
      <DetailsForm />
      <PreferencesPanel />
    </SettingsPage>
  );
}

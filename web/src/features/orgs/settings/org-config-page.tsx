import { useQuery } from '@tanstack/react-query';
import { useActiveUser } from '@/features/people/me';
import { Loaded } from '@/shared/ui/panel';
import { CalendarPanel } from './calendar-panel';
import { DetailsPanel } from './details-panel';
import { LoansPanel } from './loans-panel';
import { SettingsPage } from './settings-page';
import { SignInPanel } from './sign-in-panel';
import { unitQuery } from './unit';
import { UnitFormFrame } from './unit-form-frame';

/** The company's own settings. They are made at its headquarters, which is the active unit then. */
export function OrgConfigPage() {
  const { WizeOrgUnit } = useActiveUser();
  const unit = useQuery(unitQuery(WizeOrgUnit.id));
  return (
    <SettingsPage title="Organization">
      <Loaded query={unit}>
        {(loaded) => (
          <UnitFormFrame unit={loaded}>
            <DetailsPanel />
            <CalendarPanel federalHolidays={loaded.federalHolidays} />
            <LoansPanel />
            <SignInPanel />
          </UnitFormFrame>
        )}
      </Loaded>
    </SettingsPage>
  );
}

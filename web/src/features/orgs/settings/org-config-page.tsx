import { useQuery } from '@tanstack/react-query';
import { useActiveUser } from '@/shared/session/me';
import { Loaded } from '@/shared/ui/panel';
import { CalendarPanel } from './calendar-panel';
import { ContactsPanel } from './contacts-panel';
import { DetailsPanel } from './details-panel';
import { LoansPanel } from './loans-panel';
import { PortalsPanel } from './portals-panel';
import { SignInPanel } from './sign-in-panel';
import { texts } from './texts';
import { unitQuery } from './unit';
import { UnitFormFrame } from './unit-form-frame';

/** The company's details, business days, loan numbers and sign-in settings. */
export function OrgConfigPage() {
  const { WizeOrgUnit } = useActiveUser();
  const unit = useQuery(unitQuery(WizeOrgUnit.id));
  return (
    <Loaded query={unit}>
      {(loaded) => (
        <UnitFormFrame unit={loaded}>
          <DetailsPanel />
          <CalendarPanel federalHolidays={loaded.federalHolidays} />
          <LoansPanel />
          <SignInPanel />
          <ContactsPanel />
          <PortalsPanel text={texts.portalsCompanyText} />
        </UnitFormFrame>
      )}
    </Loaded>
  );
}

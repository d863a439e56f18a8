import { Button } from '@mantine/core';
import IconMapOff from '@tabler/icons-react/dist/esm/icons/IconMapOff.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { usePermission } from '@/shared/session/me';
import { EmptyState } from '@/shared/ui/empty-state';
import { Loaded } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { BranchCalendarPanel } from '../settings/branch-calendar-panel';
import { DetailsPanel } from '../settings/details-panel';
import { PortalsPanel } from '../settings/portals-panel';
import { texts as unitTexts } from '../settings/texts';
import { unitQuery } from '../settings/unit';
import { UnitFormFrame } from '../settings/unit-form-frame';
import { SuspensionPanel } from './suspension-panel';
import { texts } from './texts';

/** Settings of one branch, and its suspension. */
export function BranchPage({ id }: { id: number }) {
  const branch = useQuery(unitQuery(id));
  const maySuspend = usePermission('SETTINGS_MANAGE');
  if (branch.error instanceof ApiError && branch.error.status === 404) {
    return (
      <EmptyState isPage icon={<IconMapOff size={20} />} title={texts.notFoundTitle} text={texts.notFound}>
        <Button component={Link} to="/app/settings/branches">
          {texts.back}
        </Button>
      </EmptyState>
    );
  }
  return (
    <SettingsPage
      title={branch.data?.displayName ?? texts.branch}
      back={maySuspend ? <Link to="/app/settings/branches">{texts.back}</Link> : undefined}
    >
      <Loaded query={branch}>
        {(unit) => (
          <>
            <UnitFormFrame unit={unit}>
              <DetailsPanel title={texts.details} />
              <BranchCalendarPanel title={texts.calendar} text={texts.calendarText} />
              <PortalsPanel text={unitTexts.portalsBranchText} />
            </UnitFormFrame>
            {maySuspend && <SuspensionPanel branch={unit} />}
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}

import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { Outlet, useLocation } from '@tanstack/react-router';
import { usePermissions } from '@/shared/session/me';
import { AreaLayout } from '@/shared/ui/area-layout';
import { EmptyState } from '@/shared/ui/empty-state';
import { areaAt, visibleAreas, visibleGroups } from './areas';
import { texts } from './texts';

/** The frame of the settings of a company or a branch. */
export function SettingsLayout() {
  const { routes } = usePermissions();
  const { pathname } = useLocation();
  const here = areaAt(pathname, visibleAreas(routes));
  return (
    <AreaLayout label={texts.settings} groups={visibleGroups(routes)} here={here}>
      {here ? (
        <Outlet />
      ) : (
        <EmptyState icon={<IconLock size={20} />} title={texts.noAccessTitle} text={texts.noAccess} />
      )}
    </AreaLayout>
  );
}

import { Outlet, useLocation } from '@tanstack/react-router';
import { useActiveUser, usePermissions } from '@/shared/session/me';
import { AreaLayout } from '@/shared/ui/area-layout';
import { texts } from './texts';
import { areasOf, groupsOf, userAreaAt } from './user-areas';

/** The frame of the user's own settings. */
export function UserLayout() {
  const areas = areasOf(useActiveUser(), usePermissions().routes);
  const { pathname } = useLocation();
  return (
    <AreaLayout label={texts.userSettings} groups={groupsOf(areas)} here={userAreaAt(pathname, areas)}>
      <Outlet />
    </AreaLayout>
  );
}

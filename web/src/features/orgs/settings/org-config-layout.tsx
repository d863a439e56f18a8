import { Link, Outlet } from '@tanstack/react-router';
import { SettingsPage } from '@/shared/ui/settings-page';
import { TabNav } from '@/shared/ui/tab-nav';
import { texts } from './texts';

const tabs = [
  { to: '/app/settings/org-config', label: texts.sections.details },
  { to: '/app/settings/org-config/branding', label: texts.sections.branding },
] as const;

/** The company's settings in sections. They require headquarters as the active unit. */
export function OrgConfigLayout() {
  return (
    <SettingsPage title="Organization">
      <TabNav label={texts.sections.name}>
        {tabs.map(({ to, label }) => (
          <Link key={to} to={to} activeOptions={{ exact: true }} activeProps={{ 'data-active': true }}>
            {label}
          </Link>
        ))}
      </TabNav>
      <Outlet />
    </SettingsPage>
  );
}

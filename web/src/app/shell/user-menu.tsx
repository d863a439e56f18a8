import { Avatar, type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import IconBuildingCog from '@tabler/icons-react/dist/esm/icons/IconBuildingCog.mjs';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import IconSwitchHorizontal from '@tabler/icons-react/dist/esm/icons/IconSwitchHorizontal.mjs';
import IconUserCog from '@tabler/icons-react/dist/esm/icons/IconUserCog.mjs';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useConfig } from '@/features/access/config';
import { logOut } from '@/features/access/log-out';
import { visibleAreas } from '@/features/orgs/settings/areas';
import { hasBranchesOrRoles } from '@/features/people/branch/branches';
import { texts as branchTexts } from '@/features/people/branch/texts';
import { discardDrafts } from '@/shared/lib/drafts';
import { onDemand } from '@/shared/lib/on-demand';
import { confirmLeave } from '@/shared/lib/unsaved-changes';
import { displayName, useActiveUser, usePermission, usePermissions } from '@/shared/session/me';
import { loanIdOf } from '../loan-exit';
import { colorSchemes } from '../theme/color-scheme';
import { texts } from './texts';
import classes from './user-menu.module.css';

const ShortcutsDialog = onDemand(() => import('./shortcuts-dialog'));
const PortalItems = onDemand(() => import('./portal-items'));
const RecentActsDialog = onDemand(() => import('@/features/loans/list/recent-bulk-updates-dialog'));
const SwitchBranchDialog = onDemand(() => import('@/features/people/branch/switch-branch-dialog'));

/** The user's name, appearance, legal links and Log out. */
export function UserMenu() {
  const user = useActiveUser();
  const { pathname } = useLocation();
  const [isSwitching, setSwitching] = useState(false);
  const [isRecalling, setRecalling] = useState(false);
  const [isListingKeys, setListingKeys] = useState(false);
  const mayEdit = usePermission('LOAN_EDIT');
  const leave = async () => {
    if (!(await confirmLeave())) return;
    discardDrafts();
    await logOut(loanIdOf(pathname));
  };
  return (
    <>
      <Menu width={260}>
        <Menu.Target>
          <UnstyledButton className={classes.target} aria-label={texts.account(displayName(user))}>
            <Avatar name={displayName(user)} src={user.profileImage} alt="" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <div className={classes.name}>{displayName(user)}</div>
            <div className={classes.line}>{user.WizeRoles.map(({ name }) => name).join(', ')}</div>
            <div className={classes.line}>{user.email}</div>
          </div>
          {hasBranchesOrRoles(user) && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconSwitchHorizontal size={16} />} onClick={() => setSwitching(true)}>
                {branchTexts.switchTitle}
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <ThemeItems />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconUserCog size={16} />}
            renderRoot={(props) => <Link to="/app/user/edit" {...props} />}
          >
            {texts.userSettings}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldLock size={16} />}
            renderRoot={(props) => <Link to="/app/user/security" {...props} />}
          >
            {texts.security}
          </Menu.Item>
          <SettingsItem />
          {mayEdit && (
            <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => setRecalling(true)}>
              {texts.recentActs}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => setListingKeys(true)}>
            {texts.shortcuts}
          </Menu.Item>
          <Suspense>
            <PortalItems />
          </Suspense>
          <LinkItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
            {texts.logout}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isSwitching && <SwitchBranchDialog onClose={() => setSwitching(false)} />}
        {isRecalling && <RecentActsDialog onClose={() => setRecalling(false)} />}
        {isListingKeys && <ShortcutsDialog onClose={() => setListingKeys(false)} />}
      </Suspense>
    </>
  );
}

/** Opens the settings of the company or the branch, if the user may open any. */
function SettingsItem() {
  const { WizeOrgUnit } = useActiveUser();
  const { routes } = usePermissions();
  const [first] = routes['/app/settings'] ? visibleAreas(routes) : [];
  if (!first) return null;
  return (
    <Menu.Item leftSection={<IconBuildingCog size={16} />} renderRoot={(props) => <Link to={first.to} {...props} />}>
      {WizeOrgUnit.type === 'BRANCH' ? texts.branchSettings : texts.companySettings}
    </Menu.Item>
  );
}

function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{texts.switchTheme}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
        {colorSchemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {texts.themes[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

/** Shows only the links that this installation has an address for. */
function LinkItems() {
  const { links } = useConfig();
  const given = [
    [texts.privacyPolicy, links.privacyPolicy],
    [texts.termsOfUse, links.termsOfUse],
    [texts.subscriptionAgreement, links.subscriptionAgreement],
    [texts.supportPortal, links.supportPortal],
  ].filter((link): link is [string, string] => Boolean(link[1]));
  if (given.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      {given.map(([label, address]) => (
        <Menu.Item
          key={label}
          component="a"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          rightSection={<IconExternalLink size={14} />}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  );
}

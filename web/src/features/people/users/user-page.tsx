import { Button } from '@mantine/core';
import IconMapOff from '@tabler/icons-react/dist/esm/icons/IconMapOff.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { EmptyState } from '@/shared/ui/empty-state';
import { Loaded } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { AccountPanel } from './account-panel';
import { MembershipsPanel } from './memberships-panel';
import { PayerPanel } from './payer-panel';
import { ProfilePanel } from './profile-panel';
import { texts } from './texts';
import { userQuery } from './user-calls';
import { UserState } from './user-state';

/** One user with profile, memberships and account. */
export function UserPage({ id }: { id: number }) {
  const user = useQuery(userQuery(id));
  if (user.error instanceof ApiError && user.error.status === 404) {
    return (
      <EmptyState isPage icon={<IconMapOff size={20} />} title={texts.notFoundTitle} text={texts.notFound}>
        <Button component={Link} to="/app/settings/users">
          {texts.back}
        </Button>
      </EmptyState>
    );
  }
  return (
    <SettingsPage
      title={user.data?.name ?? texts.title}
      back={<Link to="/app/settings/users">{texts.back}</Link>}
      action={user.data && <UserState state={user.data.state} />}
    >
      <Loaded query={user}>
        {(found) => (
          <>
            <ProfilePanel key={found.version} user={found} />
            <MembershipsPanel user={found} />
            {found.billing && <PayerPanel user={found} billing={found.billing} />}
            {found.mayManage && !found.homeCompany && <AccountPanel user={found} />}
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}

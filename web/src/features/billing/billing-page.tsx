import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/errors';
import { useActiveUser } from '@/shared/session/me';
import { EmptyState } from '@/shared/ui/empty-state';
import { Loaded } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { subscriptionQuery } from './calls';
import { CardPanel } from './card-panel';
import { InvoicesPanel } from './invoices-panel';
import { PlanPanel } from './plan-panel';
import { SeatsPanel } from './seats-panel';
import { texts } from './texts';
import type { Payer } from './upgrade-rule';

/** The billing of the company, or of a branch that pays for itself. */
export function CompanyBillingPage() {
  const { WizeOrgUnit } = useActiveUser();
  return <BillingPage payer={WizeOrgUnit.type === 'BRANCH' ? 'BRANCH' : 'COMPANY'} />;
}

/** The billing of a user who pays for themselves. */
export const OwnBillingPage = () => <BillingPage payer="SELF" />;

function BillingPage({ payer }: { payer: Payer }) {
  const subscription = useQuery(subscriptionQuery(payer));
  const { error } = subscription;
  // Another payer is responsible, or billing is off.
  if (error instanceof ApiError && (error.status === 409 || error.status === 403)) {
    return (
      <SettingsPage title={texts.title}>
        <EmptyState icon={<IconReceipt size={20} />} title={texts.notYours} text={error.message} />
      </SettingsPage>
    );
  }
  return (
    <SettingsPage title={texts.title}>
      <Loaded query={subscription}>
        {(loaded) => (
          <>
            <PlanPanel subscription={loaded} />
            {payer !== 'SELF' && loaded.state !== 'NONE' && <SeatsPanel subscription={loaded} />}
            {loaded.state !== 'NONE' && <CardPanel subscription={loaded} />}
            <InvoicesPanel payer={payer} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}

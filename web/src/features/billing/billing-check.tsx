import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { OwnerStep } from '@/features/orgs/owner/owner-step';
import { onDemand } from '@/shared/lib/on-demand';
import { billingStatusQuery } from './billing-status';
import { planCheck } from './plan-check-store';

const BillingBanner = onDemand(() => import('./billing-banner'));
const PlanCheckDialog = onDemand(() => import('./plan-check-dialog'));

/**
 * Checks at startup. A company admin whose company has no owner is asked who owns it. After that, the billing status is
 * shown.
 */
export function BillingCheck() {
  const [isOwnerDone, setOwnerDone] = useState(false);
  const { data: status } = useQuery({ ...billingStatusQuery, enabled: isOwnerDone });
  const isChecked = useSyncExternalStore(planCheck.subscribe, planCheck.get);
  return (
    <>
      {!isOwnerDone && <OwnerStep onDone={() => setOwnerDone(true)} />}
      <Suspense>
        {status?.banner && <BillingBanner banner={status.banner} />}
        {isChecked && status?.banner && <PlanCheckDialog banner={status.banner} onClose={planCheck.close} />}
      </Suspense>
    </>
  );
}

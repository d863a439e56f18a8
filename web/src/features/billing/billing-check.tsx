import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { OwnerStep } from '@/features/orgs/owner/owner-step';
import { onDemand } from '@/shared/lib/on-demand';
import { billingStatusQuery } from './billing-status';
import { planCheck } from './plan-check-store';

const BillingBanner = onDemand(() => import('./billing-banner'));
const PlanCheckDialog = onDemand(() => import('./plan-check-dialog'));

/**
 * What is asked when the program opens: first, of a company admin whose company has no owner, who owns it; then how one
 * stands with billing.
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

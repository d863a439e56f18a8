import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { OwnerStep } from '@/features/orgs/owner/owner-step';
import { billingStatusQuery } from './calls';
import { planCheck } from './plan-check-store';
import { RestrictedNotice } from './restricted-notice';

const PlanCheckDialog = lazy(() => import('./plan-check-dialog'));

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
      <RestrictedNotice status={status} />
      <Suspense>
        {isChecked && status?.banner && <PlanCheckDialog banner={status.banner} onClose={planCheck.close} />}
      </Suspense>
    </>
  );
}

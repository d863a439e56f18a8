import { useQueryClient } from '@tanstack/react-query';
import { billingStatusQuery } from './billing-status';
import { planCheck } from './plan-check-store';

/**
 * Returns whether the user may start an action that needs a license, and shows the reason if not. The server checks it
 * as well.
 */
export function useLicense(): () => boolean {
  const queryClient = useQueryClient();
  return () => {
    const isRestricted = queryClient.getQueryData(billingStatusQuery.queryKey)?.restricted === true;
    if (isRestricted) planCheck.show();
    return !isRestricted;
  };
}

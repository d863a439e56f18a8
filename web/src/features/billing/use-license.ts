import { useQueryClient } from '@tanstack/react-query';
import { billingStatusQuery } from './billing-status';
import { planCheck } from './plan-check-store';

/** Whether what needs a license can be begun; where it can't, it is said why. The server refuses it anyway. */
export function useLicense(): () => boolean {
  const queryClient = useQueryClient();
  return () => {
    const isRestricted = queryClient.getQueryData(billingStatusQuery.queryKey)?.restricted === true;
    if (isRestricted) planCheck.show();
    return !isRestricted;
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { leadQuery } from '../page/lead';

/** Records a consent or its withdrawal. */
export function useConsent(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['NewLeadConsent']) =>
      answer(api.POST('/api/leads/{id}/consents', { params: { path: { id } }, body })),
    onSuccess: (lead) => queryClient.setQueryData(leadQuery(id).queryKey, lead),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['leads'] }),
    meta: { quiet: true },
  });
}

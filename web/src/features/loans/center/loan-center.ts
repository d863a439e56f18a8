import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type LoanCenter = components['schemas']['LoanCenter'];

/** Data of the loan's overview. Its query key is under the loan's, so that both are refetched together. */
export const centerQuery = (id: number) =>
  queryOptions({
    queryKey: ['loans', id, 'center'],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/{id}/center', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

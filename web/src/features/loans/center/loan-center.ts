import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type LoanCenter = components['schemas']['LoanCenter'];

/** Who borrows, who works on the loan, what is due when. Under the loan's key, so that all of it is read again together. */
export const centerQuery = (id: number) =>
  queryOptions({
    queryKey: ['loans', id, 'center'],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/{id}/center', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

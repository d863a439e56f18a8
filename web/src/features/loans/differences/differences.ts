import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** A file that was read beside what is known of its borrowers; the borrowers of a loan come first where one is named. */
export const differencesQuery = (fileId: string, loanId: number | null) =>
  queryOptions({
    queryKey: ['borrowers', 'import-differences', fileId, loanId],
    queryFn: ({ signal }) => {
      const query = { fileId, ...(loanId !== null && { loanId }) };
      return answer(api.GET('/api/loans/import-differences', { params: { query }, signal }));
    },
    meta: { quiet: true },
  });

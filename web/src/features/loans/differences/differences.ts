import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Compares an imported file with existing borrowers, those of the given loan first. */
export const differencesQuery = (fileId: string, loanId: number | null) =>
  queryOptions({
    queryKey: ['borrowers', 'import-differences', fileId, loanId],
    queryFn: ({ signal }) => {
      const query = { fileId, ...(loanId !== null && { loanId }) };
      return answer(api.GET('/api/loans/import-differences', { params: { query }, signal }));
    },
    meta: { quiet: true },
  });

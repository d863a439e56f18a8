import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { LoanRow } from '@/api/types';
import { pageSize } from '@/shared/lib/constants';
import { filtersOf } from '../list/loan-list';
import type { LoanSearch } from '../list/loan-search';

/** The loaded pages of a stage's cards, sorted by deadline. */
export const cardsQuery = (search: LoanSearch, stage: number, pages: number) => {
  const query = { ...filtersOf(search), stage, orderBy: 'nextDeadline', sort: 'ASC', limit: pageSize };
  return queryOptions({
    queryKey: ['loans', 'page', 'board', query, pages],
    queryFn: async ({ signal }) => {
      const rows: LoanRow[] = [];
      let after: string | undefined;
      for (let page = 0; page < pages; page += 1) {
        const found = await answer(api.GET('/api/loans', { params: { query: { ...query, after } }, signal }));
        rows.push(...(found.rows ?? []));
        after = found.next ?? undefined;
        if (!after) break;
      }
      return { rows, hasMore: after !== undefined };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};

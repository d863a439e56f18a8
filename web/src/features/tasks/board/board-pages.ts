import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { pageSize } from '@/shared/lib/constants';
import type { TaskSearch } from '../task-search';
import { type Count, filtersOf, type TaskRow } from '../tasks';
import { boundsOf, type ColumnKey } from './columns';

/** The loaded pages of a column and its total count. Sorted by due date, or done tasks by last change. */
export const cardsQuery = (search: TaskSearch, column: ColumnKey, today: string, pages: number) => {
  const sorting = column === 'DONE' ? { orderBy: 'updated', sort: 'DESC' } : { orderBy: 'due', sort: 'ASC' };
  const query = { ...filtersOf({ ...search, status: undefined }), ...boundsOf(column, today), ...sorting };
  return queryOptions({
    queryKey: ['tasks', 'board', query, pages],
    queryFn: async ({ signal }) => {
      const rows: TaskRow[] = [];
      let count: Count = {};
      let after: string | undefined;
      for (let page = 0; page < pages; page += 1) {
        const params = { query: { ...query, limit: pageSize, after } };
        const found = await answer(api.GET('/api/tasks', { params, signal }));
        rows.push(...(found.rows ?? []));
        if (page === 0) count = { count: found.count, countIsCapped: found.countIsCapped };
        after = found.next ?? undefined;
        if (!after) break;
      }
      return { rows, ...count, hasMore: after !== undefined };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};

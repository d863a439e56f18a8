import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';

export type MatrixCell = components['schemas']['LicenseMatrixCell'];

/** Filters and page of the matrix, from the address. */
export type MatrixSearch = { string?: string; soon?: string; page?: string };

const offsetOf = ({ page }: MatrixSearch) => Math.max(0, (Number(page) || 1) - 1) * pageSize;

/** Officers by state. The query key is under the licenses' key, so that both are refetched together. */
export const matrixQuery = (search: MatrixSearch) =>
  queryOptions({
    queryKey: ['licenses', 'matrix', search],
    queryFn: async ({ signal }) => {
      const query = {
        string: search.string,
        expiresSoon: search.soon === undefined ? undefined : true,
        offset: offsetOf(search),
        limit: pageSize,
      };
      const matrix = await answer(api.GET('/api/licenses/matrix', { params: { query }, signal }));
      return { ...matrix, firstRow: offsetOf(search) + 1 };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

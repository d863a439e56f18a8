import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';
import type { PeopleSearch } from './people-search';

export type PersonAcross = components['schemas']['PersonAcross'];

/** A page of users of all companies who match the search. */
export const peopleAcrossQuery = ({ searchOption, searchValue, offset }: PeopleSearch) =>
  queryOptions({
    queryKey: ['across', 'people', searchOption, searchValue, offset],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/org-admin/search', {
          params: { query: { searchOption, searchValue, offset: Number(offset ?? 0), limit: pageSize } },
          signal,
        }),
      ),
    enabled: Boolean(searchOption && searchValue),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** A page of the users of one company. */
export const companyPeopleQuery = (id: number, string: string | undefined, offset: string | undefined) =>
  queryOptions({
    queryKey: ['across', 'company', id, string, offset],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/org-admin/org-units/{id}/users', {
          params: { path: { id }, query: { string, offset: Number(offset ?? 0), limit: pageSize } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

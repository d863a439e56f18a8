import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';

export type PersonAcross = components['schemas']['PersonAcross'];

/** By what people of all companies are looked for. */
export const searchOptions = ['user', 'email', 'company', 'nmlsId', 'loanId'] as const;
export type SearchOption = (typeof searchOptions)[number];

/** What the address of the search holds. */
export type PeopleSearch = { searchOption?: SearchOption; searchValue?: string; offset?: string };

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads an address; what it does not understand is left out. */
export function peopleSearch(search: Record<string, unknown>): PeopleSearch {
  const read = {
    searchOption: searchOptions.find((option) => option === search.searchOption),
    searchValue: text(search.searchValue),
    offset: /^\d{1,5}$/.test(String(search.offset)) ? String(search.offset) : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** A page of people who are found by what somebody knows of them. */
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

/** A page of the people of one company. */
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

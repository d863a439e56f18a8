import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';
import type { LoadOptions } from '@/shared/ui/async-select';
import { type ContactSearch, sortingOf } from './directory-search';

export type Contact = components['schemas']['BusinessContact'];
export type ContactRow = components['schemas']['BusinessContactRow'];
export type ContactIn = components['schemas']['BusinessContactIn'];
export type ContactCompany = components['schemas']['ContactCompany'];
type Page = components['schemas']['BusinessContactPage'];
export type Count = Pick<Page, 'count' | 'countIsCapped'>;

const filtersOf = ({ string, category, company, assigneeType }: ContactSearch) => ({
  string,
  assigneeType,
  category: category ? Number(category) : undefined,
  company: company ? Number(company) : undefined,
});

export const contactCountKey = (search: ContactSearch) => ['contacts', 'count', filtersOf(search)] as const;

/** One page of the list. The first page includes the total count. */
export const contactPageQuery = (search: ContactSearch) => {
  const query = { ...filtersOf(search), ...sortingOf(search), after: search.after };
  return queryOptions({
    queryKey: ['contacts', 'page', query],
    queryFn: async ({ signal, client }) => {
      const params = { query: { ...query, limit: pageSize } };
      const page = await answer(api.GET('/api/business-contacts', { params, signal }));
      if (typeof page.count === 'number') client.setQueryData<Count>(contactCountKey(search), page);
      return page;
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};

export const contactCountQuery = (search: ContactSearch) =>
  queryOptions({
    queryKey: contactCountKey(search),
    queryFn: ({ signal }): Promise<Count> => {
      const params = { query: { ...filtersOf(search), onlyCount: true } };
      return answer(api.GET('/api/business-contacts', { params, signal }));
    },
    enabled: search.after !== undefined,
    staleTime: 60_000,
    meta: { quiet: true },
  });

export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: ['contacts', 'one', id],
    queryFn: () => answer(api.GET('/api/business-contacts/{id}', { params: { path: { id } } })),
    staleTime: 0,
    meta: { quiet: true },
  });

/** Contact categories in the company's order. */
export const categoriesQuery = queryOptions({
  queryKey: ['contacts', 'categories'],
  queryFn: () => answer(api.GET('/api/contact-categories')),
  staleTime: 60_000,
  meta: { quiet: true },
});

export type CompanySearch = { string?: string; page?: string };
const offsetOf = ({ page }: CompanySearch) => Math.max(0, (Number(page) || 1) - 1) * pageSize;

/** A page of the companies of contacts. */
export const companiesQuery = (search: CompanySearch) =>
  queryOptions({
    queryKey: ['contacts', 'companies', search],
    queryFn: async ({ signal }) => {
      const params = { query: { string: search.string, offset: offsetOf(search), limit: pageSize } };
      const page = await answer(api.GET('/api/business-contact-companies', { params, signal }));
      return { ...page, firstRow: offsetOf(search) + 1 };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** Finds companies by name, for a picker. */
export const loadCompanies: LoadOptions = async ({ string, offset, limit }, signal) => {
  const params = { query: { string, offset, limit } };
  const { rows, count } = await answer(api.GET('/api/business-contact-companies', { params, signal }));
  return { options: rows.map(({ id, name }) => ({ id, label: name })), count };
};

export const addCompany = (name: string): Promise<ContactCompany> =>
  answer(api.POST('/api/business-contact-companies', { body: { name } }));

type Change =
  | { act: 'add'; body: ContactIn; key: string }
  | { act: 'edit'; contact: Contact; body: ContactIn }
  | { act: 'remove'; id: number };

const send = async (change: Change): Promise<Contact | null> => {
  if (change.act === 'add') {
    const params = { header: { 'Idempotency-Key': change.key } };
    return answer(api.POST('/api/business-contacts', { params, body: change.body }));
  }
  if (change.act === 'edit') {
    const { id, version } = change.contact;
    const params = { path: { id }, header: { 'If-Match': String(version) } };
    return answer(api.PATCH('/api/business-contacts/{id}', { params, body: change.body }));
  }
  await answer(api.DELETE('/api/business-contacts/{id}', { params: { path: { id: change.id } } }));
  return null;
};

/** Adds, changes or removes a business contact. */
export function useContactChange(isQuiet = false) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (contact) => {
      if (contact) queryClient.setQueryData(contactQuery(contact.id).queryKey, contact);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['contacts'] }),
    meta: { quiet: isQuiet },
  });
}

type CompanyChange = { company: ContactCompany; body: components['schemas']['ContactCompanyIn'] };

export function useCompanyChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ company, body }: CompanyChange) => {
      const params = { path: { id: company.id }, header: { 'If-Match': String(company.version) } };
      return answer(api.PATCH('/api/business-contact-companies/{id}', { params, body }));
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['contacts'] }),
    meta: { quiet: true },
  });
}

/** The contact's newest referred leads that the user may see. */
export const referredLeadsQuery = (businessContact: number) =>
  queryOptions({
    queryKey: ['leads', 'referred', businessContact],
    queryFn: async ({ signal }) => {
      const query = { businessContact, orderBy: 'created', limit: pageSize };
      return (await answer(api.GET('/api/leads', { params: { query }, signal }))).rows ?? [];
    },
    meta: { quiet: true },
  });

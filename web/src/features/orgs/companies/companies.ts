import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';
import type { CompanySearch } from './company-search';

type Schemas = components['schemas'];
export type CompanyRow = Schemas['CompanyRow'];
export type Company = Schemas['Company'];
export type CompanyChange = Schemas['CompanyChange'];
export type NewCompany = Schemas['NewCompany'];
export type Domain = Schemas['Domain'];

export const companiesQuery = ({ string, state, offset }: CompanySearch) =>
  queryOptions({
    queryKey: ['companies', 'page', string, state, offset],
    queryFn: ({ signal }) => {
      const query = { string, state, offset: Number(offset ?? 0), limit: pageSize };
      return answer(api.GET('/api/org-admin/org-units', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** One company with its hosts and branches. */
export const companyQuery = (id: number) =>
  queryOptions({
    queryKey: ['companies', id],
    queryFn: () => answer(api.GET('/api/org-admin/org-units/{id}', { params: { path: { id } } })),
    meta: { quiet: true },
  });

type Versioned<Body> = { body: Body; version: number };

const paramsOf = (id: number, version: number) => ({ path: { id }, header: { 'If-Match': String(version) } });

function useKept(id: number) {
  const queryClient = useQueryClient();
  return (company: Company) => {
    queryClient.setQueryData(companyQuery(id).queryKey, company);
    void queryClient.invalidateQueries({ queryKey: ['companies', 'page'] });
  };
}

/** Saves a company's details or state, based on the version that the user saw. */
export function useSaveCompany(id: number) {
  return useMutation({
    mutationFn: ({ body, version }: Versioned<CompanyChange>) =>
      answer(api.PATCH('/api/org-admin/org-units/{id}', { params: paramsOf(id, version), body })),
    onSuccess: useKept(id),
    meta: { quiet: true },
  });
}

export function useSaveDomains(id: number) {
  return useMutation({
    mutationFn: ({ body, version }: Versioned<Domain[]>) =>
      answer(api.PUT('/api/org-admin/org-units/{id}/domains', { params: paramsOf(id, version), body })),
    onSuccess: useKept(id),
    meta: { quiet: true },
  });
}

/** Creates a company and invites its first administrator. Idempotent. */
export function useCreateCompany() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: NewCompany; key: string }) =>
      answer(api.POST('/api/org-admin/org-units', { body, params: { header: { 'Idempotency-Key': key } } as never })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['companies', 'page'] }),
    meta: { quiet: true },
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type CompanyAdmin = components['schemas']['CompanyAdmin'];

type Page = { string?: string; offset?: number; limit?: number; onlyCount?: boolean };

const listCompanyAdmins = (company: number, query: Page) =>
  answer(api.GET('/api/org-units/{id}/company-admins', { params: { path: { id: company }, query } }));

/** Number of users who could own the company. */
export const companyAdminCount = (company: number) =>
  queryOptions({
    queryKey: ['company-admins', company, 'count'],
    queryFn: async () => (await listCompanyAdmins(company, { onlyCount: true })).count,
    meta: { quiet: true },
  });

/** Maximum rows of the list. */
export const adminsLimit = 100;

export const companyAdminsQuery = (company: number, string: string) =>
  queryOptions({
    queryKey: ['company-admins', company, string],
    queryFn: () => listCompanyAdmins(company, { limit: adminsLimit, offset: 0, ...(string && { string }) }),
    meta: { quiet: true },
  });

/** Saves the company's owner, or null for none. */
export function useSaveOwner(company: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (owner: number | null) =>
      answer(
        api.PUT('/api/org-units/{id}/owner', {
          params: { path: { id: company } },
          body: owner === null ? { noOwnerInd: true } : { WizeUserId: owner },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['me'] }),
    meta: { quiet: true },
  });
}

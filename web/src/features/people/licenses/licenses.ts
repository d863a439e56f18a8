import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';

export type License = components['schemas']['License'];
type NewLicense = components['schemas']['NewLicense'];
type NewOwnLicense = components['schemas']['NewOwnLicense'];
type LicenseChange = components['schemas']['LicenseChange'];

/** Filters and page of the list, from the address. */
export type LicenseSearch = { string?: string; holder?: string; stateCode?: string; standing?: string; page?: string };

const offsetOf = ({ page }: LicenseSearch) => Math.max(0, (Number(page) || 1) - 1) * pageSize;

/** A page of licenses, with the number of those that need attention. */
export const licensesQuery = (search: LicenseSearch) =>
  queryOptions({
    queryKey: ['licenses', search],
    queryFn: async ({ signal }) => {
      const { page: _, ...filter } = search;
      const params = { query: { ...filter, offset: offsetOf(search), limit: pageSize } };
      const { rows, ...rest } = await answer(api.GET('/api/licenses', { params, signal }));
      return { ...rest, rows: rows ?? [], firstRow: offsetOf(search) + 1 };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** The user's own licenses, by state. */
export const ownLicensesQuery = queryOptions({
  queryKey: ['licenses', 'own'],
  queryFn: async () => (await answer(api.GET('/api/users/me/licenses'))).rows,
  meta: { quiet: true },
});

type Change =
  | { act: 'add'; body: NewLicense; key: string }
  | { act: 'add-own'; body: NewOwnLicense; key: string }
  | { act: 'edit'; license: License; body: LicenseChange }
  | { act: 'remove'; license: License };

/** Officers change their own licenses through a separate endpoint. */
const send = async (change: Change, isOwn: boolean): Promise<void> => {
  if (change.act === 'add') {
    const params = { header: { 'Idempotency-Key': change.key } };
    await answer(api.POST('/api/licenses', { params, body: change.body }));
    return;
  }
  if (change.act === 'add-own') {
    const params = { header: { 'Idempotency-Key': change.key } };
    await answer(api.POST('/api/users/me/licenses', { params, body: change.body }));
    return;
  }
  const address = isOwn ? '/api/users/me/licenses/{id}' : '/api/licenses/{id}';
  const path = { id: change.license.id };
  if (change.act === 'remove') {
    await answer(api.DELETE(address, { params: { path } }));
    return;
  }
  const header = { 'If-Match': String(change.license.version) };
  await answer(api.PATCH(address, { params: { path, header }, body: change.body }));
};

/** Adds, changes or removes a license of the company or the user. */
export function useLicenseChange({ isQuiet = false, isOwn = false } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => send(change, isOwn),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['licenses'] }),
    meta: { quiet: isQuiet },
  });
}

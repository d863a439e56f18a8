import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { saveFile } from '@/shared/lib/save-file';
import { type AuditSearch, queryOf } from './audit-search';

/** Entries that are shown at a time. */
const entriesAtATime = 50;

/** The log, the newest entries first, more of them as one asks. */
export const auditLogQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'log', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      answer(
        api.GET('/api/audit', { params: { query: { ...queryOf(search), limit: entriesAtATime, after } }, signal }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    // What was just done is in it.
    staleTime: 0,
    meta: { quiet: true },
  });

/** What can be filtered by. */
export const auditLookupsQuery = queryOptions({
  queryKey: ['audit', 'lookups'],
  queryFn: ({ signal }) => answer(api.GET('/api/audit/lookups', { signal })),
  staleTime: 60_000,
  meta: { quiet: true },
});

/** Hands the entries that are shown to the browser as a file. */
export async function exportAudit(search: AuditSearch, format: 'csv' | 'xlsx'): Promise<void> {
  const query = { ...queryOf(search), format };
  const file = await answer(api.GET('/api/audit/export', { params: { query }, parseAs: 'blob' }));
  saveFile(file as unknown as Blob, `audit-log-${new Date().toISOString().slice(0, 10)}.${format}`);
}

/** The state of the company's audit chain. Asked again while a check is awaited. */
export const verificationQuery = (isAwaited: boolean) =>
  queryOptions({
    queryKey: ['audit', 'verification'],
    queryFn: ({ signal }) => answer(api.GET('/api/audit/verification', { signal })),
    staleTime: 0,
    refetchInterval: isAwaited ? 2_000 : false,
    meta: { quiet: true },
  });

export const verifyAudit = () => answer(api.POST('/api/audit/verification'));

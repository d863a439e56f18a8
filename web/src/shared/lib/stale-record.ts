import { ApiError } from '@/api/errors';

/** The current version of a record that another user changed first. */
export type Stale<Record> = { record: Record; changedBy?: string | null; changedAt?: string | null };

/** The current record of a conflict (409), or null for any other error. */
export function staleOf<Record>(error: Error | null): Stale<Record> | null {
  if (!(error instanceof ApiError) || error.code !== 'LWAPI10409') return null;
  return (error.body as { details?: Stale<Record> }).details ?? null;
}

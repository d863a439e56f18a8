import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { upload } from '@/api/upload';

export type Batch = components['schemas']['BulkImportBatch'];
export type Item = Batch['MismoImportBatchItems'][number];
export type ItemStatus = Item['status'];
/** Loan officer and team of all loans of a batch. */
export type Data = components['schemas']['NewBulkImportData'];

/** The user's newest batch in this branch, or null. */
export async function latestBatch(): Promise<Batch | null> {
  return (await answer<Batch | undefined>(api.GET('/api/bulk-imports/latest'))) ?? null;
}

const path = (id: string) => ({ params: { path: { id } } });

export const loadBatch = (id: string): Promise<Batch> => answer(api.GET('/api/bulk-imports/{id}', path(id)));

export const createBatch = (data: Data): Promise<Batch> =>
  answer(api.POST('/api/bulk-imports', { body: { importType: 'MISMO_IMPORT', data } }));

export const setTeam = (id: string, data: Data): Promise<Batch> =>
  answer(api.PUT('/api/bulk-imports/{id}/team', { ...path(id), body: data }));

export const startBatch = (id: string): Promise<Batch> => answer(api.POST('/api/bulk-imports/{id}/start', path(id)));

export const cancelBatch = (id: string): Promise<Batch> => answer(api.POST('/api/bulk-imports/{id}/cancel', path(id)));

export type UnseenBatch = components['schemas']['UnseenBulkImport'];

/** The user's batches of all branches that are running or have unseen failures. */
export const unseenQuery = queryOptions({
  queryKey: ['bulk-imports', 'unseen'],
  queryFn: ({ signal }) => answer(api.GET('/api/bulk-imports/unseen', { signal })),
  meta: { quiet: true },
});

export const markSeen = (id: string): Promise<unknown> => answer(api.PUT('/api/bulk-imports/{id}/seen', path(id)));

export const retryBatch = (id: string): Promise<Batch> => answer(api.POST('/api/bulk-imports/{id}/retry', path(id)));

export const removeItem = (id: string, itemId: string): Promise<Batch> =>
  answer(api.DELETE('/api/bulk-imports/{id}/items/{itemId}', { params: { path: { id, itemId } } }));

/** Uploads a file or an archive into a batch. */
export async function addFile(id: string, file: File): Promise<Batch> {
  const fileName = file.name;
  const { fileId, fileUploadSignedUrl } = await answer(
    api.POST('/api/files/upload-url', { body: { fileName, size: file.size } }),
  );
  await upload({ method: 'PUT', url: fileUploadSignedUrl, body: file, signed: true, onProgress: () => {} });
  const body = { fileName, filePath: `imports/${fileId}/${fileName}` };
  return answer(api.POST('/api/bulk-imports/{id}/items', { ...path(id), body }));
}

/** The files of a batch that failed, as one archive. */
export const failedFiles = (id: string): Promise<Blob> =>
  answer(
    api.GET('/api/bulk-imports/{id}/failed', { ...path(id), parseAs: 'blob' }),
  ) as Promise<unknown> as Promise<Blob>;

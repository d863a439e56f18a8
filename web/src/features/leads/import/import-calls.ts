import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import { upload } from '@/api/upload';
import { saveFile } from '@/shared/lib/save-file';
import { texts } from './texts';

export type LeadImport = components['schemas']['LeadImport'];
export type NewLeadImport = components['schemas']['NewLeadImport'];
export type Terms = components['schemas']['LeadImportTerms'];

const bytesMax = 8 * 1024 * 1024;
/** Polling interval of a running import, in milliseconds. */
const pollMs = 1000;

/** The newest imports, polled while one of them is running. */
export const importsQuery = queryOptions({
  queryKey: ['lead-imports'],
  queryFn: ({ signal }) => answer(api.GET('/api/lead-imports', { signal })),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.rows.some((one) => one.state === 'RUNNING') ? pollMs : false),
  meta: { quiet: true },
});

/** Uploads a file and parses it on the server. */
export function useReading() {
  return useMutation({
    mutationFn: async (file: File): Promise<NewLeadImport> => {
      if (!/\.(csv|txt|tsv|xlsx)$/i.test(file.name)) throw new ApiError(422, { message: texts.otherKind }, '');
      if (file.size > bytesMax) throw new ApiError(413, { message: texts.tooLarge }, '');
      const body = { fileName: file.name, size: file.size };
      const { fileId, fileUploadSignedUrl } = await answer(api.POST('/api/files/upload-url', { body }));
      await upload({ method: 'PUT', url: fileUploadSignedUrl, body: file, signed: true, onProgress: () => {} });
      return answer(api.POST('/api/lead-imports', { body: { fileId } }));
    },
    meta: { quiet: true },
  });
}

/** Starts an import. */
export function useStart(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Terms) => answer(api.POST('/api/lead-imports/{id}/start', { params: { path: { id } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
    meta: { quiet: true },
  });
}

/** Undoes an import. */
export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/lead-imports/{id}/undo', { params: { path: { id } } })),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ['leads'] });
    },
  });
}

/** Downloads the refused rows as a file. */
export async function downloadRefused({ id, fileName }: LeadImport): Promise<void> {
  const call = api.GET('/api/lead-imports/{id}/refused', { params: { path: { id } }, parseAs: 'blob' });
  saveFile((await answer(call)) as unknown as Blob, `${fileName.replace(/\.\w+$/, '')}-refused.csv`);
}

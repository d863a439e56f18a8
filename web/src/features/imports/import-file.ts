import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { ImportResult } from '@/api/types';
import { upload } from '@/api/upload';
import { texts } from './texts';

export type ImportType = 'ACTIVE_LOAN' | 'CLOSED_LOAN';

/** The kind of file, which decides what it is sent to. */
export type ImportSource = 'fnma' | ImportType;

type Progress = (percent: number) => void;

/** Sends a file and has it read. What comes back fills the form; the file's own data waits under its id. */
export async function importFile(
  source: ImportSource,
  file: File,
  maxBytes: number,
  onProgress: Progress,
): Promise<ImportResult> {
  // Refused here too, before an address is asked for and ten megabytes go out.
  if (file.size > maxBytes) throw new ApiError(413, { message: texts.tooLarge }, '');
  return source === 'fnma' ? importFnma(file, onProgress) : importMismo(source, file, onProgress);
}

async function importFnma(file: File, onProgress: Progress): Promise<ImportResult> {
  const body = new FormData();
  body.append('files', file);
  return upload<ImportResult>({ method: 'POST', url: '/api/imports/fnma', body, signed: false, onProgress });
}

async function importMismo(type: ImportType, file: File, onProgress: Progress): Promise<ImportResult> {
  const fileName = file.name;
  const { fileId, fileUploadSignedUrl } = await answer(
    api.POST('/api/files/upload-url', { body: { fileName, size: file.size } }),
  );
  await upload({ method: 'PUT', url: fileUploadSignedUrl, body: file, signed: true, onProgress });
  const path = type === 'CLOSED_LOAN' ? '/api/imports/closed-loan' : '/api/imports/mismo';
  return answer(api.POST(path, { body: { fileName, filePath: `imports/${fileId}/${fileName}` } }));
}

/** What stands under the upload when a file is refused: the server's words, or the specification's. */
export const importErrorText = (error: unknown): string =>
  error instanceof ApiError && error.hasMessage ? error.message : texts.failed;

import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { ImportResult } from '@/api/types';
import { upload } from '@/api/upload';
import { texts } from './texts';

export type ImportType = 'ACTIVE_LOAN' | 'CLOSED_LOAN';

/** The source of a file. It decides which endpoint reads the file. */
export type ImportSource = 'fnma' | ImportType;

type Progress = (percent: number) => void;

/**
 * Uploads a file and parses it on the server. The result fills the form. The server keeps the file's own data under its
 * id.
 */
export async function importFile(
  source: ImportSource,
  file: File,
  maxBytes: number,
  onProgress: Progress,
): Promise<ImportResult> {
  // Checked before the upload of a file that the server would refuse.
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

/** The error below the upload: the server's message, or the specification's default. */
export const importErrorText = (error: unknown): string =>
  error instanceof ApiError && error.hasMessage ? error.message : texts.failed;

import { fileNameOf, saveFile } from '@/shared/lib/save-file';

/** Downloads the file of a link. Throws if the link has expired. */
export async function download(token: string): Promise<void> {
  const response = await fetch(`/api/files/download?token=${encodeURIComponent(token)}`);
  if (!response.ok) throw new Error(`the link answered ${response.status}`);
  saveFile(await response.blob(), fileNameOf(response.headers.get('Content-Disposition')) ?? 'download');
}

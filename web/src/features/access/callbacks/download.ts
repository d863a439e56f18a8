import { fileNameOf, saveFile } from '@/shared/lib/save-file';

/** Fetches the file of a link and hands it to the browser to keep. Throws where the link is not good any more. */
export async function download(token: string): Promise<void> {
  const response = await fetch(`/api/files/download?token=${encodeURIComponent(token)}`);
  if (!response.ok) throw new Error(`the link answered ${response.status}`);
  saveFile(await response.blob(), fileNameOf(response.headers.get('Content-Disposition')) ?? 'download');
}

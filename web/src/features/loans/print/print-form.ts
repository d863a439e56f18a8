import { answer, api } from '@/api/client';
import { fileNameOf, saveFile } from '@/shared/lib/save-file';

/** Prints Form 1003 and downloads the PDF. The server records every print in the audit log. */
export async function printForm1003(loanId: number, fullSsn: boolean): Promise<void> {
  const call = api.POST('/api/loans/{id}/prints/form-1003', {
    params: { path: { id: loanId } },
    body: { fullSsn },
    parseAs: 'blob',
  });
  const file = await answer<Blob>(call);
  const { response } = await call;
  saveFile(file, fileNameOf(response.headers.get('Content-Disposition')) ?? 'Form 1003.pdf');
}

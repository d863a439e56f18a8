import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { ApplicationDocument, Conflict, FieldEdit } from '@/api/types';
import { toast } from '@/shared/ui/toasts/toast-store';
import { applicationQuery, loanQuery } from './loan';
import { texts } from './texts';

/** Sends changes of the application, and puts the document that comes back in the place of the old one. */
export function useSaveEdits(loanId: number, onSaved: () => void) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async (body: FieldEdit[]) => {
      const call = api.PATCH('/api/loans/{id}/application', { params: { path: { id: loanId } }, body });
      return (await answer(call)) as ApplicationDocument;
    },
    onSuccess: async (document) => {
      queryClient.setQueryData(applicationQuery(loanId).queryKey, document);
      onSaved();
      toast.success(texts.saved);
      void queryClient.invalidateQueries({ queryKey: ['loans', 'page'] });
      await queryClient.invalidateQueries({ queryKey: loanQuery(loanId).queryKey, exact: true });
      // The breadcrumb names the borrower.
      await router.invalidate();
    },
    onError: (error) => {
      if (!isToldInPlace(error)) toast.error(error.message);
    },
    meta: { quiet: true },
  });
}

/** Conflicts are asked about, refused fields are marked, and the rest is told for every request alike. */
const isToldInPlace = (error: Error): boolean =>
  error instanceof ApiError && ([401, 409, 423].includes(error.status) || Object.keys(error.fields).length > 0);

/** The fields that somebody else changed in the meantime. */
export function conflictsOf(error: Error | null): readonly Conflict[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  return (error.body as { details?: { conflicts?: Conflict[] } }).details?.conflicts ?? [];
}

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { answer, api } from '@/api/client';
import type { ApplicationDocument, FieldEdit } from '@/api/types';
import { hasDraft, registerDraft, takeDraft } from '@/shared/lib/drafts';
import { holdUnsavedWork } from '@/shared/lib/unsaved-changes';
import { applicationQuery, loanQuery } from '../page/loan';
import { FormStore } from './form-store';

/** Forms with edits that aren't saved yet. They outlive their page. */
const stores = new Map<number, FormStore>();

const keptName = (loanId: number): string => `application ${loanId}`;

/** The form of a loan. Edits that are on their way survive a visit to another page. */
export function useFormStore(loanId: number, document: ApplicationDocument): FormStore {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [store] = useState(() => {
    const send = async (body: readonly FieldEdit[]) => {
      const call = api.PATCH('/api/loans/{id}/application', { params: { path: { id: loanId } }, body: [...body] });
      return (await answer(call)) as ApplicationDocument;
    };
    const onSaved = async (saved: ApplicationDocument) => {
      queryClient.setQueryData(applicationQuery(loanId).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['loans', 'page'] });
      await queryClient.invalidateQueries({ queryKey: loanQuery(loanId).queryKey, exact: true });
      // The breadcrumb names the borrower.
      await router.invalidate();
    };
    const onRefetch = () => void queryClient.invalidateQueries({ queryKey: loanQuery(loanId).queryKey });
    const kept = stores.get(loanId);
    if (kept?.isUnsaved()) return kept;
    const created = new FormStore(document, { send, onSaved: (saved) => void onSaved(saved), onRefetch });
    stores.set(loanId, created);
    return created;
  });
  useEffect(() => store.receive(document), [store, document]);
  useEffect(() => whileOpen(loanId, store), [loanId, store]);
  return store;
}

/** Registers the form's unsaved work, and sends it as soon as the connection is back. */
function whileOpen(loanId: number, store: FormStore): () => void {
  // Without a connection these dialogs couldn't be fetched when they are needed.
  void import('@/shared/ui/unsaved-changes-dialog').catch(() => {});
  void import('./conflict-dialog').catch(() => {});
  const online = () => store.flush();
  window.addEventListener('online', online);
  const drop = holdUnsavedWork({
    isDirty: store.isUnsaved,
    discard: () => store.discard(),
    // Another page doesn't lose edits that are being saved.
    get outlivesPage() {
      return !store.wouldLose();
    },
  });
  const forget = registerDraft(keptName(loanId), () => {
    const edits = store.unsavedEdits();
    return edits.length > 0 ? edits : undefined;
  });
  if (hasDraft(keptName(loanId))) {
    for (const { path, to } of takeDraft(keptName(loanId)) as FieldEdit[]) store.set(path, to);
  }
  return () => {
    forget();
    store.flush();
    const leave = () => {
      drop();
      stopWaiting?.();
      window.removeEventListener('online', online);
      if (stores.get(loanId) === store) stores.delete(loanId);
    };
    // Edits on their way stay registered until they have arrived.
    let stopWaiting: (() => void) | undefined;
    if (!store.isUnsaved()) leave();
    else
      stopWaiting = store.subscribe(() => {
        if (!store.isUnsaved()) leave();
      });
  };
}

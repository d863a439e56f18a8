import { useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { type EnteredItems, editsOf, type HeldItem } from './held';

/** Saves missing items of a loan, each by the endpoint that its page uses. */
export function useSaveMissingItems(loanId: number) {
  const queryClient = useQueryClient();
  const params = { path: { id: loanId } };
  return async ({ fields, done }: EnteredItems) => {
    try {
      const edits = editsOf(fields);
      if (edits.length > 0) await answer(api.PATCH('/api/loans/{id}/application', { params, body: edits }));
      if (fields.closing) {
        const body = { from: null, closingOn: fields.closing };
        await answer(api.PUT('/api/loans/{id}/closing-date', { params, body }));
      }
      if (fields.lender) {
        const body = { from: null, lenderId: Number(fields.lender) };
        await answer(api.PUT('/api/loans/{id}/lender', { params, body }));
      }
      for (const item of done) await complete(loanId, item);
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['loans', loanId] });
      void queryClient.invalidateQueries({ queryKey: ['tasks'] });
    }
  };
}

/** Completes a task. Creates it first if the loan doesn't have it yet. */
async function complete(loanId: number, { templateId, taskId, taskVersion }: HeldItem) {
  let task = { id: taskId ?? 0, version: taskVersion ?? 0 };
  if (!taskId && templateId) {
    const body = { templateIds: [templateId], LoanId: loanId };
    const { rows } = await answer(api.POST('/api/tasks/from-templates', { body }));
    task = rows[0] ?? task;
  }
  const params = { path: { id: task.id }, header: { 'If-Match': String(task.version) } };
  await answer(api.PATCH('/api/tasks/{id}', { params, body: { status: 'DONE' } }));
}

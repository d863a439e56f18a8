import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];
export type LoanClocks = Schemas['LoanClocks'];
export type LoanClock = Schemas['LoanClock'];
export type ClockAct = Schemas['ClockAct'];
export type NewClockAct = Schemas['NewClockAct'];
export type ActKind = Schemas['ActKind'];

/** A loan's regulatory deadlines. The query key is under the loan's, so that both are refetched together. */
export const deadlinesQuery = (id: number) =>
  queryOptions({
    queryKey: ['loans', id, 'clocks'],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/{id}/clocks', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

type Change =
  | { do: 'record'; act: NewClockAct }
  | { do: 'retract'; act: number; reason: string }
  | { do: 'plan'; from: string | null; closingOn: string | null };

/** Records or retracts an event, or plans the closing. Returns the updated deadlines. */
export function useDeadlineChange(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change): Promise<LoanClocks> => {
      const path = { id };
      switch (change.do) {
        case 'record':
          return answer(api.POST('/api/loans/{id}/clock-acts', { params: { path }, body: change.act }));
        case 'retract': {
          const params = { path: { id: change.act } };
          return answer(api.POST('/api/clock-acts/{id}/retract', { params, body: { reason: change.reason } }));
        }
        case 'plan': {
          const { from, closingOn } = change;
          return answer(api.PUT('/api/loans/{id}/closing-date', { params: { path }, body: { from, closingOn } }));
        }
      }
    },
    onSuccess: (clocks) => queryClient.setQueryData(deadlinesQuery(id).queryKey, clocks),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['loans'] }),
    meta: { quiet: true },
  });
}

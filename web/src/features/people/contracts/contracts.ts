import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type Contract = components['schemas']['ProcessorContract'];

export const contractsQuery = queryOptions({
  queryKey: ['processor-contracts'],
  queryFn: async () => (await answer(api.GET('/api/processor-contracts'))).rows,
  staleTime: 0,
  meta: { quiet: true },
});

type Change =
  | { act: 'engage'; nmlsId: string }
  | { act: 'end'; id: number }
  | { act: 'add'; id: number; email: string; unit: number };

const send = (change: Change): Promise<Contract> => {
  if (change.act === 'engage') {
    return answer(api.POST('/api/processor-contracts', { body: { nmlsId: change.nmlsId } }));
  }
  const params = { path: { id: change.id } };
  if (change.act === 'end') return answer(api.DELETE('/api/processor-contracts/{id}', { params }));
  const body = { email: change.email, WizeOrgUnitId: change.unit };
  return answer(api.POST('/api/processor-contracts/{id}/processors', { params, body }));
};

/** Engages a company, ends its contract, or adds one of its processors. */
export function useContractChange(isQuiet = false) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: contractsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['users'] });
    },
    meta: { quiet: isQuiet },
  });
}

/** How many processors lose access when a contract ends, and how many open loans they have. */
export const endOf = ({ processors }: Contract) => {
  const active = processors.filter((one) => one.active);
  return { people: active.length, loans: active.reduce((sum, one) => sum + one.openLoans, 0) };
};

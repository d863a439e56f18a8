import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type Intake = components['schemas']['LeadIntake'];
export type IntakeRule = Intake['rule'];

/** Settings for incoming leads. */
export const intakeQuery = queryOptions({
  queryKey: ['lead-intake'],
  queryFn: ({ signal }) => answer(api.GET('/api/lead-intake', { signal })),
  staleTime: 0,
  meta: { quiet: true },
});

export function useIntakeChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['LeadIntakeIn']) => answer(api.PUT('/api/lead-intake', { body })),
    onSuccess: (intake) => queryClient.setQueryData(intakeQuery.queryKey, intake),
    onError: () => void queryClient.invalidateQueries({ queryKey: intakeQuery.queryKey }),
    meta: { quiet: true },
  });
}

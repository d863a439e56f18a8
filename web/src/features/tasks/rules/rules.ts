import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { toast } from '@/shared/ui/toasts/toast-store';
import { texts } from './texts';

export type Rule = components['schemas']['AutomationRule'];
export type RuleIn = components['schemas']['AutomationRuleIn'];
export type RuleAction = components['schemas']['RuleAction'];
export type RequiredField = components['schemas']['RequiredField'];
export type SettableField = components['schemas']['SettableField'];
export type WatchedField = components['schemas']['WatchedField'];

export const rulesQuery = queryOptions({
  queryKey: ['automation-rules', 'list'],
  queryFn: ({ signal }) => answer(api.GET('/api/automation-rules', { signal })),
  meta: { quiet: true },
});

/** Versions of a rule, newest first. */
export const ruleVersionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['automation-rules', 'versions', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/automation-rules/{id}/versions', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

/** Runs of rules on a loan, newest first. */
export const ruleRunsQuery = (loanId: number) =>
  queryOptions({
    queryKey: ['automation-rules', 'runs', loanId],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/loans/{id}/automation', { params: { path: { id: loanId } }, signal })),
    meta: { quiet: true },
  });

export type RuleLogEntry = components['schemas']['RuleLogEntry'];

/** Runs of a rule, also in test mode, newest first. */
export const ruleLogQuery = (id: number) =>
  queryOptions({
    queryKey: ['automation-rules', 'log', id],
    queryFn: ({ signal }) => answer(api.GET('/api/automation-rules/{id}/log', { params: { path: { id } }, signal })),
    meta: { quiet: true },
  });

/** What a rule would have done in the past 90 days. Polled while it is calculated. */
export const dryRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['automation-rules', 'dry-run', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/automation-rules/{id}/dry-run', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.dryRun && !state.data.dryRun.finishedAt ? 1_000 : false),
    meta: { quiet: true },
  });

/** Starts the dry run of a rule. */
export function useDryRun(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/automation-rules/{id}/dry-run', { params: { path: { id } } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: dryRunQuery(id).queryKey }),
  });
}

/** Switches a company rule off or on in the user's branch. */
export function useRuleSwitch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ rule, isOff }: { rule: Rule; isOff: boolean }) =>
      answer(api.PUT('/api/automation-rules/{id}/branch', { params: { path: { id: rule.id } }, body: { isOff } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['automation-rules'] }),
  });
}

type Change = { rule: Rule | null; body: RuleIn | null };

/** Adds, changes or removes a rule. */
export function useRuleChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ rule, body }: Change): Promise<void> => {
      if (!rule) {
        if (body) await answer(api.POST('/api/automation-rules', { body }));
        return;
      }
      const path = { id: rule.id };
      if (!body) {
        await answer(api.DELETE('/api/automation-rules/{id}', { params: { path } }));
        return;
      }
      const header = { 'If-Match': String(rule.version) };
      await answer(api.PATCH('/api/automation-rules/{id}', { params: { path, header }, body }));
    },
    onSuccess: (_, { rule, body }) =>
      toast.success(body ? texts.saved(body.ruleName.trim()) : texts.removed(rule?.ruleName ?? '')),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['automation-rules'] }),
    meta: { quiet: true },
  });
}

import { useQuery } from '@tanstack/react-query';
import type { Offered } from '@/features/loans/views/filter';
import { leadSourcesQuery } from '@/shared/session/lookups';
import { ruleFields } from './rule-fields';

/** Fields for conditions of rules, including the company's lead sources. */
export function useRuleFields(): Offered {
  const sources = useQuery(leadSourcesQuery).data ?? [];
  return {
    fields: ruleFields,
    choices: { leadSource: sources.map(({ id, name }) => ({ value: String(id), label: name })) },
  };
}

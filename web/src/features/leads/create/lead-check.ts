import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { LeadChecked, NewLead } from '@/api/types';
import { searchDebounceMs } from '@/shared/lib/constants';

type Asked = {
  LeadUsers: NonNullable<NewLead['LeadUsers']>;
  LeadContacts: NewLead['LeadContacts'];
  StateCode?: string;
};

const nothing: LeadChecked = { warnings: [], duplicates: [], outside: [] };

const checkQuery = (body: Asked) =>
  queryOptions({
    queryKey: ['leads', 'check', body],
    queryFn: ({ signal }) => answer(api.POST('/api/leads/check', { body, signal })),
    placeholderData: keepPreviousData,
    // A look-up while one types must never get in the way of typing on.
    meta: { quiet: true },
  });

/** Warnings about the owners and leads that may be the same person, asked for anew whenever one of them has changed. */
export function useLeadCheck(body: Asked): LeadChecked {
  // Told apart by their text: an equal body is no change.
  const [settled] = useDebouncedValue(JSON.stringify(body), searchDebounceMs);
  const asked = JSON.parse(settled) as Asked;
  const isEmpty = asked.LeadUsers.length === 0 && asked.LeadContacts.length === 0;
  const checked = useQuery({ ...checkQuery(asked), enabled: !isEmpty });
  return (isEmpty ? null : checked.data) ?? nothing;
}

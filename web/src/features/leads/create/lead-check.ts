import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { LeadChecked, NewLead } from '@/api/types';
import { searchDebounceMs } from '@/shared/lib/constants';

type LeadCheckRequest = {
  LeadUsers: NonNullable<NewLead['LeadUsers']>;
  LeadContacts: NewLead['LeadContacts'];
  StateCode?: string;
};

const nothing: LeadChecked = { warnings: [], duplicates: [], outside: [] };

const checkQuery = (body: LeadCheckRequest) =>
  queryOptions({
    queryKey: ['leads', 'check', body],
    queryFn: ({ signal }) => answer(api.POST('/api/leads/check', { body, signal })),
    placeholderData: keepPreviousData,
    // A check during typing must never interrupt it.
    meta: { quiet: true },
  });

/** Warnings about the owners and possible duplicates, refetched whenever an owner or the contact changes. */
export function useLeadCheck(body: LeadCheckRequest): LeadChecked {
  // Compared as text, so that an equal object causes no fetch.
  const [settled] = useDebouncedValue(JSON.stringify(body), searchDebounceMs);
  const asked = JSON.parse(settled) as LeadCheckRequest;
  const isEmpty = asked.LeadUsers.length === 0 && asked.LeadContacts.length === 0;
  const checked = useQuery({ ...checkQuery(asked), enabled: !isEmpty });
  return (isEmpty ? null : checked.data) ?? nothing;
}

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { searchDebounceMs } from '@/shared/lib/constants';
import { comparableOf, nothingTyped, type Typed } from './comparable';

type Schemas = components['schemas'];
export type KnownPerson = Schemas['KnownPerson'];
export type KnownPeople = Schemas['KnownPeople'];
export type Outside = KnownPeople['outside'][number];
export type TypedPerson = Schemas['TypedPerson'];

const nobody: KnownPeople = { rows: [], outside: [] };

const knownQuery = (body: TypedPerson) =>
  queryOptions({
    queryKey: ['people', 'matches', body],
    queryFn: ({ signal }) => answer(api.POST('/api/people/matches', { body, signal })),
    placeholderData: keepPreviousData,
    // A search during typing must never interrupt it.
    meta: { quiet: true },
  });

/** Possible matches, fetched after each pause in typing. */
export function useKnownPeople(typed: Typed, isAsked: boolean): KnownPeople {
  // Compared as text, so that an equal object causes no fetch.
  const [settled] = useDebouncedValue(JSON.stringify(comparableOf(typed)), searchDebounceMs);
  const body = JSON.parse(settled) as TypedPerson | null;
  const known = useQuery({ ...knownQuery(body ?? nothingTyped), enabled: isAsked && body !== null });
  return (isAsked && body && known.data) || nobody;
}

/** Requests access to a record by the typed details, because its id isn't known here. */
export const useAccessAsk = () =>
  useMutation({
    mutationFn: ({ typed, outside }: { typed: TypedPerson; outside: Outside }) =>
      answer(
        api.POST('/api/people/matches/access', {
          body: { typed, kind: outside.kind, createdOn: outside.createdOn },
        }),
      ),
  });

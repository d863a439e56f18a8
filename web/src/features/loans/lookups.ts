import { useSuspenseQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Lookups } from '@/api/types';

/** Lists that change rarely: states, usages, stages. Fetched when the shell is entered. */
export const lookupsQuery = {
  queryKey: ['lookups'],
  queryFn: () => answer(api.GET('/api/lookups/data')),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

export const useLookups = (): Lookups => useSuspenseQuery(lookupsQuery).data;

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

/** The company's stages, by the key under which they are looked up. */
export const pipelinesQuery = {
  queryKey: ['lookups', 'pipelines'],
  queryFn: () => answer(api.GET('/api/lookups', { params: { query: { keys: 'pipelines' } } })),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

/** The stages and the lenders, as the program asks for them when it is entered. */
export const enteredLookupsQuery = {
  queryKey: ['lookups', 'pipelines,lenders'],
  queryFn: () => answer(api.GET('/api/lookups', { params: { query: { keys: 'pipelines,lenders' } } })),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

/** The words in which a price is asked for. */
export const pricingLookupsQuery = {
  queryKey: ['lookups', 'pricing'],
  queryFn: () => answer(api.GET('/api/pricing/lookups')),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

export const useLookups = (): Lookups => useSuspenseQuery(lookupsQuery).data;

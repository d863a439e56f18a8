import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Lookups } from '@/api/types';

/** Lists that change rarely, such as states, usages and stages. Fetched at startup. */
export const lookupsQuery = {
  queryKey: ['lookups'],
  queryFn: () => answer(api.GET('/api/lookups/data')),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

/** The company's stages, by the specification's lookup key. */
export const pipelinesQuery = {
  queryKey: ['lookups', 'pipelines'],
  queryFn: () => answer(api.GET('/api/lookups', { params: { query: { keys: 'pipelines' } } })),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

/** Stages and lenders, fetched at startup. */
export const enteredLookupsQuery = {
  queryKey: ['lookups', 'pipelines,lenders'],
  queryFn: () => answer(api.GET('/api/lookups', { params: { query: { keys: 'pipelines,lenders' } } })),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

/** Values for pricing scenarios. */
export const pricingLookupsQuery = {
  queryKey: ['lookups', 'pricing'],
  queryFn: () => answer(api.GET('/api/pricing/lookups')),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
} as const;

/** The company's lead sources. */
export const leadSourcesQuery = queryOptions({
  queryKey: ['lead-sources'],
  queryFn: ({ signal }) => answer(api.GET('/api/lead-sources', { signal })),
  meta: { quiet: true },
});

export const useLookups = (): Lookups => useSuspenseQuery(lookupsQuery).data;

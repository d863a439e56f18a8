import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type OwnPortals = components['schemas']['OwnPortals'];

export const portalFields = ['borrowerPortalUrl', 'borrowerPortalSpanishUrl', 'realtorPortalUrl'] as const;
export type PortalField = (typeof portalFields)[number];
export type PortalsForm = Record<PortalField, string>;

/** The officer's own portal addresses and those of branch and company. */
export const ownPortalsQuery = queryOptions({
  queryKey: ['me', 'portals'],
  queryFn: () => answer(api.GET('/api/users/me/portals')),
  staleTime: 0,
  meta: { quiet: true },
});

export const changePortals = (body: PortalsForm, version: number): Promise<OwnPortals> =>
  answer(api.PATCH('/api/users/me/portals', { params: { header: { 'If-Match': String(version) } }, body }));

export const formOf = ({ own }: OwnPortals): PortalsForm => ({
  borrowerPortalUrl: own.borrowerPortalUrl ?? '',
  borrowerPortalSpanishUrl: own.borrowerPortalSpanishUrl ?? '',
  realtorPortalUrl: own.realtorPortalUrl ?? '',
});

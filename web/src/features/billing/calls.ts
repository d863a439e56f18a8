import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import type { Payer } from './upgrade-rule';

type Schemas = components['schemas'];
export type Plans = Schemas['Plans'];
export type Plan = Schemas['Plan'];
export type Subscription = Schemas['Subscription'];
export type Invoice = Schemas['Invoice'];
export type Order = Schemas['BillingOrder'];
export type SeatCounts = Schemas['SeatCounts'];
export type Card = { number: string; expires: string; securityCode: string };

/** Plans with their current price, for these seats or for as many as the users need. */
export const plansQuery = (payer: Payer, seats?: SeatCounts) =>
  queryOptions({
    queryKey: ['billing', 'plans', payer, seats ?? null],
    queryFn: () =>
      answer(
        api.GET('/api/billing/plans', {
          params: { query: { payer, ...(seats && { officers: seats.LO, support: seats.SUPPORT }) } },
        }),
      ),
    staleTime: 0,
    meta: { quiet: true },
  });

export const subscriptionQuery = (payer: Payer) =>
  queryOptions({
    queryKey: ['billing', 'subscription', payer],
    queryFn: () => answer(api.GET('/api/billing/subscription', { params: { query: { payer } } })),
    staleTime: 0,
    meta: { quiet: true },
  });

export const invoicesQuery = (payer: Payer, offset: number, limit: number) =>
  queryOptions({
    queryKey: ['billing', 'invoices', payer, offset, limit],
    queryFn: () => answer(api.GET('/api/billing/invoices', { params: { query: { payer, offset, limit } } })),
    staleTime: 0,
    meta: { quiet: true },
  });

/** Exchanges a card for the payment provider's token. The app never stores the card number. */
const takeCard = async (card: Card): Promise<string> =>
  (await answer(api.POST('/api/billing/sandbox/cards', { body: card }))).token;

/** After a change to a plan, refetches the user, their permissions and all billing data. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['me'] }),
      queryClient.invalidateQueries({ queryKey: ['permissions'] }),
      queryClient.invalidateQueries({ queryKey: ['billing'] }),
    ]);
  };
}

export type OrderWithCard = { order: Order; card: Card | null; isUpgrade: boolean };

/** Orders a plan or an upgrade, paid with the card on file or another one. */
export function usePlaceOrder() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ order, card, isUpgrade }: OrderWithCard) => {
      const body = { ...order, ...(card && { paymentToken: await takeCard(card) }) };
      return answer(api.POST(isUpgrade ? '/api/billing/upgrade' : '/api/billing/subscribe', { body }));
    },
    onSuccess: (subscription) => (subscription.awaitsPayer ? undefined : refresh()),
    meta: { quiet: true },
  });
}

/** Continues a payment after the payer's bank has confirmed it. */
export function useConfirmPayment() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Schemas['BillingConfirmation']) => answer(api.POST('/api/billing/confirm', { body })),
    onSettled: refresh,
    meta: { quiet: true },
  });
}

/** The version of the subscription that the user saw. */
const asShown = (version: number) => ({ header: { 'If-Match': String(version) } });

export function useCancelPlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ body, version }: { body: Schemas['BillingCancelIn']; version: number }) =>
      answer(api.POST('/api/billing/cancel', { params: asShown(version), body })),
    // Shows a concurrent change by another user as well.
    onSettled: refresh,
    meta: { quiet: true },
  });
}

export function useReplaceCard({ payer, version }: Subscription) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (card: Card) => {
      const body = { payer, paymentToken: await takeCard(card) };
      return answer(api.PUT('/api/billing/payment-method', { params: asShown(version), body }));
    },
    onSettled: refresh,
    meta: { quiet: true },
  });
}

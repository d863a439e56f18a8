import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api, publicApi } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];
export type Mailbox = Schemas['EmailIntegration'];
export type SandboxMailbox = Schemas['SandboxMailbox'];

/** This installation's mail provider. */
const provider = 'sandbox';

/** The user's mailbox, or null if none is connected. */
export const mailboxQuery = queryOptions({
  queryKey: ['email-integration'],
  queryFn: async (): Promise<Mailbox | null> => {
    try {
      return await answer(api.GET('/api/users/me/email-integration'));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  staleTime: 0,
  meta: { quiet: true },
});

/** The mailbox as of startup, for the banner above every page. */
export const enteredMailboxQuery = queryOptions({
  ...mailboxQuery,
  queryKey: [...mailboxQuery.queryKey, 'entered'],
  staleTime: Number.POSITIVE_INFINITY,
});

/** Redirects to the mail provider. */
export const useBeginConnection = () =>
  useMutation({
    mutationFn: async () => {
      const call = api.POST('/api/users/me/email-integration/authorization', { body: { provider } });
      window.location.assign((await answer(call)).authorizationUrl);
    },
  });

export function useConnect() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ code, state }: { code: string; state: string }) =>
      answer(api.POST('/api/users/me/email-integration', { body: { provider, code, state } })),
    onSuccess: (mailbox) => queryClient.setQueryData(mailboxQuery.queryKey, mailbox),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailboxQuery.queryKey }),
    meta: { quiet: true },
  });
}

export function useDisconnect() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/users/me/email-integration')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailboxQuery.queryKey }),
  });
}

/** The sandbox's consent, instead of a mail provider's. */
export const consentInSandbox = (body: Schemas['SandboxMailConsentIn']) =>
  answer(publicApi.POST('/api/sandbox/mail/consents', { body }));

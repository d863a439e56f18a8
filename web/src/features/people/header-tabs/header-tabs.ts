import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { meQuery } from '@/shared/session/me';
import { toast } from '@/shared/ui/toasts/toast-store';

export type HeaderTab = components['schemas']['HeaderTab'];
export type HeaderTabsOfRole = components['schemas']['HeaderTabsOfRole'];

/** The header tabs of every role. */
export const headerTabsQuery = queryOptions({
  queryKey: ['header-tabs'],
  queryFn: () => answer(api.GET('/api/settings/header-tabs')),
  staleTime: 0,
  meta: { quiet: true },
});

/** Moves a tab by one position. Returns equal tabs at the ends. */
export function moved(tabs: readonly HeaderTab[], from: number, by: 1 | -1): HeaderTab[] {
  const tab = tabs[from];
  const isInside = from + by >= 0 && from + by < tabs.length;
  return tab && isInside ? tabs.toSpliced(from, 1).toSpliced(from + by, 0, tab) : [...tabs];
}

/** Shows or hides one tab. */
export const withVisible = (tabs: readonly HeaderTab[], area: string, visible: boolean): HeaderTab[] =>
  tabs.map((tab) => (tab.area === area ? { ...tab, visible } : tab));

type Change = { role: string; tabs: HeaderTab[] };

/** Saves the tabs of a role. An empty list restores the default. Changes are sent one at a time. */
export function useSetHeaderTabs() {
  const queryClient = useQueryClient();
  const { queryKey } = headerTabsQuery;
  return useMutation({
    scope: { id: 'header-tabs' },
    mutationFn: ({ role, tabs }: Change) => {
      const version = queryClient.getQueryData(queryKey)?.roles.find((one) => one.role === role)?.version ?? 0;
      const params = { path: { role }, header: { 'If-Match': String(version) } };
      return answer(api.PUT('/api/settings/header-tabs/{role}', { params, body: { tabs } }));
    },
    onSuccess: async (tabs) => {
      queryClient.setQueryData(queryKey, tabs);
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
    },
    onError: (error) => {
      toast.error(error.message);
      void queryClient.invalidateQueries({ queryKey });
    },
    meta: { quiet: true },
  });
}

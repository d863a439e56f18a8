import { useQuery } from '@tanstack/react-query';
import { useConfig } from '@/features/access/config';
import { usePortal } from '@/features/access/portal';
import { contextsQuery } from '@/features/people/contexts';
import { useActiveUser } from '@/features/people/me';
import { loadWidget, type Widget, type WidgetKind, widgetUser } from './widget';

/** Whether widgets are for whoever is here: staff in loan origination, and nobody of the provider. */
export function useHasWidgets(): boolean {
  const portal = usePortal();
  const { WizeOrgUnit } = useActiveUser();
  const contexts = useQuery(contextsQuery).data ?? [];
  return portal === 'staff' && WizeOrgUnit.type !== 'PROVIDER' && contexts.some(({ key }) => key === 'loans');
}

/** A widget that is switched on: the one of its script once that is there, else nothing, so that our own stands in for it. */
export function useWidget(kind: WidgetKind): { isOn: boolean; widget: Widget | undefined } {
  const { features, widgets } = useConfig();
  const user = useActiveUser();
  const isOn = useHasWidgets() && features[kind];
  const address = widgets[kind];
  const { data } = useQuery({
    queryKey: ['widget', kind, address],
    queryFn: () => loadWidget(kind, address ?? '', widgetUser(kind, user)),
    enabled: isOn && Boolean(address),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  return { isOn, widget: data };
}

import { useQuery } from '@tanstack/react-query';
import { useConfig } from '@/features/access/config';
import { usePortal } from '@/features/access/portal';
import { contextsQuery } from '@/features/people/contexts';
import { useActiveUser } from '@/shared/session/me';
import { loadWidget, type Widget, type WidgetKind, widgetUser } from './widget';

/** Whether the user gets widgets: only staff of lenders and brokers, not of the provider. */
export function useHasWidgets(): boolean {
  const portal = usePortal();
  const { WizeOrgUnit } = useActiveUser();
  const contexts = useQuery(contextsQuery).data ?? [];
  return portal === 'staff' && WizeOrgUnit.type !== 'PROVIDER' && contexts.some(({ key }) => key === 'loans');
}

/** A configured widget. Undefined until its script is loaded, and our own replacement is used instead. */
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

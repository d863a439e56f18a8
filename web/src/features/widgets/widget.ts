import type { User } from '@/api/types';
import { displayName } from '@/shared/session/me';

/** Third-party widgets, each with its own setting. */
export type WidgetKind = 'chat' | 'supportWidget' | 'guidedTour' | 'announcements';

/** The user data that a widget receives. Only the guided tour receives the role. */
export type WidgetUser = { name: string; email: string; id: number; role?: 'Admin' | 'Broker' };

/** The object that a script registers in `window.keyturnWidgets` under its widget's name. */
export type Widget = {
  init: (user: WidgetUser) => void;
  /** Opens the widget. Missing if the widget opens itself. */
  open?: () => void;
};

declare global {
  interface Window {
    keyturnWidgets?: Partial<Record<WidgetKind, Widget>>;
  }
}

/** The user data for a widget. */
export const widgetUser = (kind: WidgetKind, user: User): WidgetUser => {
  const isAdmin = user.WizeRoles.some(({ code }) => code === 'COMPANYADMIN');
  return {
    name: displayName(user),
    email: user.email,
    id: user.id,
    ...(kind === 'guidedTour' && { role: isAdmin ? ('Admin' as const) : ('Broker' as const) }),
  };
};

const loadingWidgets = new Map<string, Promise<Widget>>();

/**
 * Loads a widget's script and initializes it once per page. Fails if the script doesn't load or registers no widget.
 */
export function loadWidget(kind: WidgetKind, address: string, user: WidgetUser, load = loadScript): Promise<Widget> {
  const key = `${kind} ${address}`;
  const loading = loadingWidgets.get(key) ?? load(address).then(() => begin(kind, user));
  loadingWidgets.set(key, loading);
  return loading;
}

function begin(kind: WidgetKind, user: WidgetUser): Widget {
  const widget = window.keyturnWidgets?.[kind];
  if (!widget) throw new Error(`The script has no widget ${kind}.`);
  widget.init(user);
  return widget;
}

function loadScript(address: string): Promise<void> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => done();
    script.onerror = () => fail(new Error(`${address} could not be loaded.`));
    document.head.append(script);
  });
}

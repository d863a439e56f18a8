import type { User } from '@/api/types';
import { displayName } from '@/features/people/me';

/** What others show in this program, each switched on by a setting of its own. */
export type WidgetKind = 'chat' | 'supportWidget' | 'guidedTour' | 'announcements';

/** Whom a widget is told of. The guided tour hears whether it guides an administrator. */
export type WidgetUser = { name: string; email: string; id: number; role?: 'Admin' | 'Broker' };

/** What a script puts at `window.keyturnWidgets` under the name of its widget. */
export type Widget = {
  init: (user: WidgetUser) => void;
  /** Shows it; a widget that shows itself has none. */
  open?: () => void;
};

declare global {
  interface Window {
    keyturnWidgets?: Partial<Record<WidgetKind, Widget>>;
  }
}

/** What a widget is told of whoever works here. */
export const widgetUser = (kind: WidgetKind, user: User): WidgetUser => {
  const isAdmin = user.WizeRoles.some(({ code }) => code === 'COMPANYADMIN');
  return {
    name: displayName(user),
    email: user.email,
    id: user.id,
    ...(kind === 'guidedTour' && { role: isAdmin ? ('Admin' as const) : ('Broker' as const) }),
  };
};

const begun = new Map<string, Promise<Widget>>();

/** Loads a widget's script and tells it who is there, once a page; fails where the script does not come or has no widget. */
export function loadWidget(kind: WidgetKind, address: string, user: WidgetUser, load = loadScript): Promise<Widget> {
  const key = `${kind} ${address}`;
  const loading = begun.get(key) ?? load(address).then(() => begin(kind, user));
  begun.set(key, loading);
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

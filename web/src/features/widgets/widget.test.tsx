import { afterEach, expect, it, vi } from 'vitest';
import type { User } from '@/api/types';
import { loadWidget, type WidgetKind, widgetUser } from './widget';

const person = (code: string) =>
  ({ id: 7, name: 'Avery Stone', email: 'avery@harbor.example', WizeRoles: [{ code, name: code }] }) as unknown as User;
const [officer, admin] = [person('ORIGINATOR'), person('COMPANYADMIN')];

afterEach(() => {
  delete window.keyturnWidgets;
});

const comes = () => vi.fn(() => Promise.resolve());

it('WIDGET-05: chat, announcements and guided tour receive name, email and id', async () => {
  for (const kind of ['chat', 'announcements', 'guidedTour'] satisfies WidgetKind[]) {
    const init = vi.fn();
    window.keyturnWidgets = { [kind]: { init } };
    await loadWidget(kind, `https://widgets.example/${kind}.js`, widgetUser(kind, officer), comes());
    expect(init).toHaveBeenCalledOnce();
    expect(init.mock.calls[0]?.[0]).toMatchObject({ name: 'Avery Stone', email: 'avery@harbor.example', id: 7 });
    expect(init.mock.calls[0]?.[0].role !== undefined).toBe(kind === 'guidedTour');
  }
});

it('WIDGET-04: the guided tour treats a company admin as Admin and other users as Broker', () => {
  expect(widgetUser('guidedTour', admin).role).toBe('Admin');
  expect(widgetUser('guidedTour', officer).role).toBe('Broker');
  expect(widgetUser('guidedTour', person('BRANCHADMIN')).role).toBe('Broker');
});

it('a script is loaded once for all uses of its widget', async () => {
  const init = vi.fn();
  window.keyturnWidgets = { chat: { init } };
  const load = comes();
  const again = () => loadWidget('chat', 'https://widgets.example/once.js', widgetUser('chat', officer), load);
  expect(await again()).toBe(await again());
  expect(init).toHaveBeenCalledOnce();
  expect(load).toHaveBeenCalledExactlyOnceWith('https://widgets.example/once.js');
});

it('a missing widget and a failed script are reported', async () => {
  const user = widgetUser('chat', officer);
  const without = loadWidget('chat', 'https://widgets.example/none.js', user, comes());
  await expect(without).rejects.toThrow('no widget chat');
  const missing = loadWidget('chat', 'https://widgets.example/404.js', user, () => Promise.reject(new Error('gone')));
  await expect(missing).rejects.toThrow('gone');
});

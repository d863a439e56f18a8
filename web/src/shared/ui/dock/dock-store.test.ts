import { beforeEach, expect, it } from 'vitest';
import { type DockDialog, dockedOf, dockStore } from './dock-store';

const nothing = () => null;
const dialog = (key: string, modalType: DockDialog['modalType']) => ({
  key,
  dockTitle: key,
  dockIcon: nothing,
  modalType,
  Content: nothing,
});

beforeEach(() => {
  for (const { key } of dockStore.get()) dockStore.close(key);
});

it('DOCK-07: an entry has title, icon, type and docked state', () => {
  dockStore.open(dialog('New task', 'task'));
  expect(dockStore.get()).toEqual([
    { key: 'New task', dockTitle: 'New task', dockIcon: nothing, modalType: 'task', isDocked: false, Content: nothing },
  ]);
});

it('docked dialogs are counted by kind and reopen unchanged', () => {
  dockStore.open(dialog('one', 'task'));
  dockStore.open(dialog('two', 'document'));
  dockStore.dock('one', 'Call Maya');
  expect(dockedOf(dockStore.get(), 'task').map(({ dockTitle }) => dockTitle)).toEqual(['Call Maya']);
  expect(dockedOf(dockStore.get(), 'document')).toEqual([]);
  dockStore.toggle('one');
  expect(dockedOf(dockStore.get(), 'task')).toEqual([]);
  dockStore.toggle('one');
  dockStore.open(dialog('one', 'task'));
  expect(dockStore.get().map(({ key, isDocked }) => [key, isDocked])).toEqual([
    ['one', false],
    ['two', false],
  ]);
  dockStore.close('one');
  expect(dockStore.get().map(({ key }) => key)).toEqual(['two']);
});

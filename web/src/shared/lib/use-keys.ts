import { useHotkeys } from '@mantine/hooks';
import { isTextEntry } from './text-entry';

export type BoundKey = { bound: string; act: () => void };

const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null;

/** Binds keys to actions. They do nothing while the user types text or while a dialog is open. */
export function useKeys(keys: readonly BoundKey[]): void {
  useHotkeys(
    keys.map(({ bound, act }) => [
      bound,
      (event) => {
        if (isTextEntry(event.target) || isDialogOpen()) return;
        event.preventDefault();
        act();
      },
      // On a Mac, Alt makes another letter of it.
      { preventDefault: false, usePhysicalKeys: bound.startsWith('alt+') },
    ]),
    // The library would ignore checkboxes and radio buttons too.
    [],
    true,
  );
}

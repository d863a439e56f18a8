import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const storageKey = 'selectedTheme';

export const colorSchemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];

/** Whether a stored or requested value is a color scheme. */
export const isColorScheme = (value: unknown): value is MantineColorScheme =>
  colorSchemes.includes(value as MantineColorScheme);

const systemPrefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The scheme to render: `auto` follows the system's preference. */
const resolve = (preference: MantineColorScheme) =>
  preference === 'auto' ? (systemPrefersDark().matches ? 'dark' : 'light') : preference;

function apply(preference: MantineColorScheme) {
  const scheme = resolve(preference);
  document.documentElement.setAttribute('data-theme', scheme);
  document.documentElement.style.colorScheme = scheme;
}

const stored = (): MantineColorScheme | null => {
  const value = localStorage.getItem(storageKey);
  return isColorScheme(value) ? value : null;
};

/** Stores the preference in local storage, sets it on the page, and follows other tabs and the system. */
export function createColorSchemeManager(): MantineColorSchemeManager {
  let listening = new AbortController();
  return {
    get: (fallback) => stored() ?? fallback,
    set(preference) {
      localStorage.setItem(storageKey, preference);
      apply(preference);
    },
    subscribe(onUpdate) {
      listening = new AbortController();
      const { signal } = listening;
      const onStorage = (event: StorageEvent) => {
        if (event.key !== storageKey || !isColorScheme(event.newValue)) return;
        apply(event.newValue);
        onUpdate(event.newValue);
      };
      window.addEventListener('storage', onStorage, { signal });
      systemPrefersDark().addEventListener('change', () => apply(stored() ?? 'light'), { signal });
    },
    unsubscribe: () => listening.abort(),
    clear: () => localStorage.removeItem(storageKey),
  };
}

import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const storageKey = 'selectedTheme';

export const colorSchemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];

/** Whether a stored or asked-for value is one of the three; anything else keeps the present one. */
export const isColorScheme = (value: unknown): value is MantineColorScheme =>
  colorSchemes.includes(value as MantineColorScheme);

const systemPrefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** What the page is drawn in: auto is the system's preference. */
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

/** Keeps the preference in local storage, marks the page with it, and follows other tabs and the system. */
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

import { useDebouncedValue } from '@mantine/hooks';
import { useActiveUser } from '@/features/people/me';
import type { TabSettings } from './nav';

const waitMs = 500;

/** The tab settings of a user; empty where there are none. */
const read = (config: unknown): TabSettings =>
  config !== null && typeof config === 'object' ? (config as TabSettings) : {};

/** Settings as they were half a second after the last change. */
export const useSettled = (config: unknown): TabSettings => read(useDebouncedValue(config, waitMs)[0]);

/** What the active user's header shows. */
export const useTabSettings = (): TabSettings => useSettled(useActiveUser().tabConfig);

import { useDebouncedValue } from '@mantine/hooks';
import { useActiveUser } from '@/shared/session/me';
import type { TabSettings } from './nav';

const waitMs = 500;

/** The tab settings of a user, or none. */
const read = (config: unknown): TabSettings =>
  config !== null && typeof config === 'object' ? (config as TabSettings) : {};

/** The settings as of half a second after the last change. */
export const useSettled = (config: unknown): TabSettings => read(useDebouncedValue(config, waitMs)[0]);

/** The active user's header settings. */
export const useTabSettings = (): TabSettings => useSettled(useActiveUser().tabConfig);

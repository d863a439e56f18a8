import { z } from 'zod';

const key = 'recentSearches';
const recentMax = 10;
const schema = z.array(z.string()).catch([]);

/** The tab's recent searches, newest first. */
export function recentSearches(storage: Storage): string[] {
  try {
    return schema.parse(JSON.parse(storage.getItem(key) ?? '[]')).slice(0, recentMax);
  } catch {
    return [];
  }
}

/** Adds a text at the front. An existing entry moves there. */
export function noteSearch(storage: Storage, text: string): void {
  const others = recentSearches(storage).filter((other) => other.toLowerCase() !== text.toLowerCase());
  storage.setItem(key, JSON.stringify([text, ...others].slice(0, recentMax)));
}

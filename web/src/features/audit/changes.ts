/** A value of an entry and where it stands; `before` and `after` are told apart where both were noted. */
export type Change = { path: readonly string[]; before?: string; after?: string };

/** How a value that is none is written. */
export type Words = { yes: string; no: string; none: string };

function leaves(value: unknown, words: Words, path: readonly string[] = []): [readonly string[], string][] {
  if (value === null || value === undefined || value === '') return path.length > 0 ? [[path, words.none]] : [];
  if (typeof value === 'boolean') return [[path, value ? words.yes : words.no]];
  if (typeof value !== 'object') return [[path, String(value)]];
  const entries = Object.entries(value);
  if (entries.length === 0) return path.length > 0 ? [[path, words.none]] : [];
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) {
    return [[path, value.map((item) => leaves(item, words, path)[0]?.[1] ?? words.none).join(', ')]];
  }
  return entries.flatMap(([key, item]) => leaves(item, words, [...path, key]));
}

/**
 * What was before and after, value by value. Where both were noted, what stayed as it was is left out.
 */
export function changesOf(before: unknown, after: unknown, words: Words): readonly Change[] {
  const found = new Map<string, Change>();
  for (const [path, text] of leaves(before, words)) found.set(path.join('/'), { path, before: text });
  for (const [path, text] of leaves(after, words)) {
    const key = path.join('/');
    found.set(key, { ...found.get(key), path, after: text });
  }
  const changes = [...found.values()];
  return before && after ? changes.filter((change) => change.before !== change.after) : changes;
}

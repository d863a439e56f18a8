import { texts } from './texts';

/** What a column of a file can hold. */
export type Holds = keyof typeof texts.holds;
/** What each column holds, by its place. */
export type Chosen = readonly (Holds | null)[];
type Mapping = { [column: string]: number };

export const holds = Object.keys(texts.holds) as Holds[];

/** The server's mapping by columns. */
export const chosenOf = (head: readonly string[], mapping: Mapping): Chosen =>
  head.map((_, at) => holds.find((column) => mapping[column] === at) ?? null);

/** The columns as the server maps them. */
export const mappingOf = (chosen: Chosen): Mapping =>
  Object.fromEntries(chosen.flatMap((column, at) => (column ? [[column, at]] : [])));

/** Why no lead can be read by it, if none can. */
export function problemOf(chosen: Chosen): string | null {
  const twice = chosen.find((column, at) => column && chosen.indexOf(column) !== at);
  if (twice) return texts.twice(texts.holds[twice]);
  const has = (column: Holds) => chosen.includes(column);
  const names: Holds[] = has('NAME') ? [] : ['FIRST_NAME', 'LAST_NAME'];
  const missing = [...names, 'EMAIL' as const].filter((column) => !has(column));
  return missing.length > 0 ? texts.missing(missing.map((column) => texts.holds[column]).join(', ')) : null;
}

import { texts } from './texts';

/** A lead field that a column can contain. */
export type Holds = keyof typeof texts.holds;
/** The field of each column, by position. */
export type Chosen = readonly (Holds | null)[];
type Mapping = { [column: string]: number };

export const holds = Object.keys(texts.holds) as Holds[];

/** Converts the server's mapping to columns. */
export const chosenOf = (head: readonly string[], mapping: Mapping): Chosen =>
  head.map((_, at) => holds.find((column) => mapping[column] === at) ?? null);

/** Converts columns to the server's mapping. */
export const mappingOf = (chosen: Chosen): Mapping =>
  Object.fromEntries(chosen.flatMap((column, at) => (column ? [[column, at]] : [])));

/** Why this mapping can't produce leads, or null. */
export function problemOf(chosen: Chosen): string | null {
  const duplicate = chosen.find((column, at) => column && chosen.indexOf(column) !== at);
  if (duplicate) return texts.twice(texts.holds[duplicate]);
  const has = (column: Holds) => chosen.includes(column);
  const names: Holds[] = has('NAME') ? [] : ['FIRST_NAME', 'LAST_NAME'];
  const missing = [...names, 'EMAIL' as const].filter((column) => !has(column));
  return missing.length > 0 ? texts.missing(missing.map((column) => texts.holds[column]).join(', ')) : null;
}

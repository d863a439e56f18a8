import { valueAt } from './path';

/**
 * The conditions of the catalog: when a field is asked. `crates/lending/src/form/condition.rs` documents the grammar and
 * evaluates the same text on the server.
 */
type Term = { path: string; holds: (value: unknown) => boolean };

/** Alternatives of terms that must all hold. Empty always holds. */
export type Condition = readonly (readonly Term[])[];

export const parseCondition = (text: string): Condition =>
  text === '' ? [] : text.split(';').map((terms) => terms.split('&').map((term) => parseTerm(term.trim())));

function parseTerm(text: string): Term {
  const [notPath, notWord] = text.split('!=');
  if (notPath !== undefined && notWord !== undefined) return { path: notPath, holds: (value) => value !== notWord };
  const [path = text, words] = text.split('=');
  if (words !== undefined) {
    const isOne = (value: unknown) => typeof value === 'string' && words.split(',').includes(value);
    return { path, holds: (value) => (Array.isArray(value) ? value.some(isOne) : isOne(value)) };
  }
  if (text.endsWith('>0')) {
    return { path: text.slice(0, -2), holds: (value) => typeof value === 'number' && value > 0 };
  }
  return { path: text, holds: (value) => value !== undefined && value !== null && value !== false };
}

/** Whether a field is asked. `item` is the list item that contains the field, or the application. */
export const holds = (condition: Condition, application: unknown, item: unknown): boolean =>
  condition.length === 0 ||
  condition.some((terms) =>
    terms.every(({ path, holds }) =>
      holds(path.startsWith('/') ? valueAt(application, path.slice(1)) : valueAt(item, path)),
    ),
  );

import type { Conflict, FieldEdit } from '@/api/types';
import { isValidPhone, normalizePhone } from '@/shared/lib/phone';
import type { EditableField } from './sections/section';
import { texts } from './texts';

/** What was typed, by path. */
export type Typed = Readonly<Record<string, string>>;

/** A field's text as the document keeps it; nothing for an empty one. */
function stored({ kind }: EditableField, text: string): string | null {
  const value = kind === 'phone' ? normalizePhone(text) : text.trim();
  return value === '' ? null : value;
}

/** The changes, and nothing but them: each with the value it was made from, so that nobody's work is overwritten unseen. */
export const editsOf = (fields: readonly EditableField[], typed: Typed): FieldEdit[] =>
  fields.flatMap((field) => {
    const from = stored(field, field.value);
    const to = stored(field, typed[field.path] ?? field.value);
    return from === to ? [] : [{ path: field.path, from, to }];
  });

/** What can be told without asking the server. */
export function problemsOf(fields: readonly EditableField[], typed: Typed): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, kind, value } of fields) {
    const text = (typed[path] ?? value).trim();
    if (text === '') continue;
    if (kind === 'phone' && !isValidPhone(text)) problems[path] = texts.phoneInvalid;
    if (kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) problems[path] = texts.emailInvalid;
  }
  return problems;
}

export type Choice = 'mine' | 'theirs';

/** The changes again, after each conflict was decided: mine is made from their value, theirs is no change at all. */
export const resolved = (
  edits: readonly FieldEdit[],
  conflicts: readonly Conflict[],
  choices: Readonly<Record<string, Choice>>,
): FieldEdit[] =>
  edits.flatMap((edit) => {
    const conflict = conflicts.find(({ path }) => path === edit.path);
    if (!conflict) return [edit];
    return choices[edit.path] === 'mine' ? [{ ...edit, from: conflict.value ?? null }] : [];
  });

import type { Tag, Template } from './templates';
import { texts } from './texts';

/** Describes the due date. */
export function dueText({ dueRule }: Pick<Template, 'dueRule'>): string {
  if (!dueRule) return texts.noDay;
  return texts.on(dueRule.days, dueRule.count, dueRule.side, texts.daysOf[dueRule.of]);
}

/** Replaces a text's tags by sample values. Unknown tags stay unchanged. */
export const sampleOf = (text: string, tags: readonly Tag[]): string =>
  text.replace(/\{([^{}]*)\}/g, (whole, name) => tags.find((tag) => tag.name === name)?.sample ?? whole);

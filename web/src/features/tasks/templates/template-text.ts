import type { Tag, Template } from './templates';
import { texts } from './texts';

/** When it is due, in words. */
export function dueText({ dueRule }: Pick<Template, 'dueRule'>): string {
  if (!dueRule) return texts.noDay;
  return texts.on(dueRule.days, dueRule.count, dueRule.side, texts.daysOf[dueRule.of]);
}

/** A text with what its tags stand for on the sample loan; a tag that is none stays as it is. */
export const sampleOf = (text: string, tags: readonly Tag[]): string =>
  text.replace(/\{([^{}]*)\}/g, (whole, name) => tags.find((tag) => tag.name === name)?.sample ?? whole);

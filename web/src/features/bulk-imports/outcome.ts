import type { Batch, Item } from './batch';
import { texts } from './texts';

/** A toast about the result of a batch. */
export type OutcomeToast = { type: 'success' | 'error' | 'warning'; title: string; text: string };

/** The dialog's reaction to a completed batch. */
export type Next = { kind: 'open'; loanId: number } | { kind: 'close' } | { kind: 'stay' };

/** One toast lists this many rules, then only a count. */
const rulesShown = 5;

export const isWaiting = ({ status }: Item) => status === 'PENDING' || status === 'PROCESSING';
export const hasFailed = ({ status }: Item) => status === 'FAILED' || status === 'INVALID' || status === 'INVALID_ITEM';

/** How many files of a batch are done. */
export const progressOf = ({ MismoImportBatchItems: items }: Batch) => ({
  done: items.filter((item) => !isWaiting(item)).length,
  total: items.length,
});

/** Messages of rules for a batch's items, each once. */
function rulesOf(batch: Batch) {
  const rules = new Map<string, { text: string; isError: boolean }>();
  for (const { identifier, ruleName, error, warning } of batch.MismoImportBatchItems.flatMap(
    (item) => item.autoRuleErr,
  )) {
    const text = error ?? warning;
    if (text) rules.set(JSON.stringify([identifier, ruleName, text]), { text, isError: Boolean(error) });
  }
  return [...rules.values()];
}

/** The toasts of a completed batch. */
export function toastsOf(batch: Batch): OutcomeToast[] {
  const items = batch.MismoImportBatchItems;
  const failed = items.filter(hasFailed).length;
  const rules = rulesOf(batch);
  const toasts: OutcomeToast[] = [];
  if (failed > 0) {
    const title = failed === items.length ? texts.allFailed : texts.someFailed;
    toasts.push({ type: 'error', title, text: texts.failedOf(failed, items.length) });
  } else if (!rules.some(({ isError }) => isError)) {
    const made = items.filter(({ status }) => status === 'DONE').length;
    toasts.push({ type: 'success', title: texts.succeeded, text: texts.imported(made) });
  }
  if (rules.length > 0) {
    const shown = rules.slice(0, rulesShown).map(({ text }) => text);
    const more = rules.length - shown.length;
    const text = [...shown, ...(more > 0 ? [texts.moreRules(more)] : [])].join(' ');
    toasts.push({ type: 'warning', title: texts.systemWarning, text });
  }
  return toasts;
}

/** The dialog's reaction to this completed batch. */
export function nextOf(batch: Batch): Next {
  const items = batch.MismoImportBatchItems;
  const [only] = items;
  if (items.length === 1 && only && typeof only.LoanId === 'number') {
    return only.canOpen ? { kind: 'open', loanId: only.LoanId } : { kind: 'close' };
  }
  return items.some(hasFailed) ? { kind: 'stay' } : { kind: 'close' };
}

/** Estimated seconds until the batch is done, from the elapsed time. Null until the first file is done. */
export function secondsLeft(batch: Batch, now: number): number | null {
  const { done, total } = progressOf(batch);
  const startedAtMs = batch.startedAt ? Date.parse(batch.startedAt) : Number.NaN;
  if (done === 0 || done === total || Number.isNaN(startedAtMs)) return null;
  return Math.max(1, Math.round(((now - startedAtMs) / 1000 / done) * (total - done)));
}

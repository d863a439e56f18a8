import type { BulkDone } from './loan-bulk';

const loansOf = (count: number) => (count === 1 ? '1 loan' : `${count.toLocaleString('en-US')} loans`);

export const texts = {
  name: 'Selected loans',
  chosen: (count: number) => `${loansOf(count)} selected`,
  assignTo: 'Assign to',
  processor: 'Assign processor',
  processorQuestion: (name: string) => `Assign processor ${name}`,
  moveTo: 'Move to',
  clear: 'Clear',
  undo: 'Undo',
  cancel: 'Cancel',
  assignQuestion: (name: string) => `Assign to ${name}`,
  moveQuestion: (stage: string) => `Move to ${stage}`,
  preview: (changed: number, refused: number) =>
    `${changed} will change, ${refused} ${refused === 1 ? 'is' : 'are'} refused.`,
  refused: 'Refused',
  confirm: (count: number) => `Change ${loansOf(count)}`,
  changed: (count: number) => `${loansOf(count)} changed.`,
  restored: (count: number) => `Restored ${loansOf(count)}.`,
  kept: (named: readonly string[], more: number) =>
    `Not restored (changed since): ${[...named, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])].join('; ')}.`,
  changing: (through: number, total: number) => `Changing ${loansOf(total)}: ${through.toLocaleString('en-US')} done.`,
  settingBack: (through: number, total: number) =>
    `Restoring ${loansOf(total)}: ${through.toLocaleString('en-US')} done.`,
  checking: (through: number, total: number) => `Checking ${loansOf(total)}: ${through.toLocaleString('en-US')} done.`,
  chooseAll: (count: number | null) =>
    count === null ? 'Select all matches' : `Select all ${count.toLocaleString('en-US')} matches`,
  tooMany: 'More than 5,000 loans match. Filter the list and select again.',
  recent: 'Recent bulk changes',
  noneRecent: 'Your bulk changes are listed here for a day. You can undo them for 30 minutes.',
  loans: loansOf,
  undone: 'Undone',
  undoOf: (what: string) => `Undo: ${what}`,
  other: 'Changed',
} as const;

/** Progress or result of a bulk update. */
export function bulkStatus({ changed, refused, refusedCount, waiting, isUndone }: BulkDone): string {
  const through = changed + refusedCount;
  if (waiting > 0) return (isUndone ? texts.settingBack : texts.changing)(through, through + waiting);
  if (!isUndone) return texts.changed(changed);
  const named = refused.map(({ borrowerName, loanNumber, reason }) =>
    [borrowerName ?? loanNumber, reason.replace(/\.$/, '')].filter(Boolean).join(': '),
  );
  const kept = refusedCount > 0 ? ` ${texts.kept(named, refusedCount - named.length)}` : '';
  return `${texts.restored(changed)}${kept}`;
}

import type { BulkDone } from './loan-bulk';

const loansOf = (count: number) => (count === 1 ? '1 loan' : `${count.toLocaleString('en-US')} loans`);

/** Words of what is done to many loans at once. */
export const texts = {
  name: 'Chosen loans',
  chosen: (count: number) => `${loansOf(count)} chosen`,
  assignTo: 'Assign to',
  processor: 'Give to processor',
  processorQuestion: (name: string) => `Give to processor ${name}`,
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
  restored: (count: number) => (count === 1 ? '1 loan is as it was.' : `${loansOf(count)} are as they were.`),
  kept: (named: readonly string[], more: number) =>
    `Changed since, and left alone: ${[...named, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])].join('; ')}.`,
  changing: (through: number, total: number) =>
    `Changing ${loansOf(total)}: ${through.toLocaleString('en-US')} are done.`,
  settingBack: (through: number, total: number) =>
    `Setting ${loansOf(total)} back: ${through.toLocaleString('en-US')} are done.`,
  checking: (through: number, total: number) =>
    `Checking ${loansOf(total)}: ${through.toLocaleString('en-US')} are done.`,
  chooseAll: (count: number | null) =>
    count === null ? 'Choose all that match' : `Choose all ${count.toLocaleString('en-US')} that match`,
  tooMany: 'More than 5,000 loans match. Narrow the list, and choose again.',
  recent: 'Recent bulk changes',
  noneRecent: 'What you change of many loans at once is listed here for a day, and can be taken back for 30 minutes.',
  loans: loansOf,
  undone: 'Undone',
  undoOf: (what: string) => `Undo: ${what}`,
  other: 'Changed',
} as const;

/** How far an act is, or what became of it. */
export function told({ changed, refused, refusedCount, waiting, isUndone }: BulkDone): string {
  const through = changed + refusedCount;
  if (waiting > 0) return (isUndone ? texts.settingBack : texts.changing)(through, through + waiting);
  if (!isUndone) return texts.changed(changed);
  const named = refused.map(({ borrowerName, loanNumber, reason }) =>
    [borrowerName ?? loanNumber, reason.replace(/\.$/, '')].filter(Boolean).join(': '),
  );
  const kept = refusedCount > 0 ? ` ${texts.kept(named, refusedCount - named.length)}` : '';
  return `${texts.restored(changed)}${kept}`;
}

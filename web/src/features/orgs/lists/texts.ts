import { integer } from '@/shared/lib/format';

export const texts = {
  stages: {
    title: 'Loan stages',
    text: 'Your loan stages, in order. Each maps to a standard stage used by reports.',
    add: 'Add stage',
    edit: 'Edit stage',
    none: 'No loan stages yet',
    noneText: 'Add the stages that your loans move through.',
  },
  withdrawals: {
    title: 'Withdrawal reasons',
    text: 'Offered when an application is withdrawn.',
    add: 'Add reason',
    edit: 'Edit reason',
    none: 'No reasons yet',
    noneText: 'Add the usual reasons.',
  },
  lenders: {
    title: 'Lenders',
    text: 'Lenders you work with.',
    add: 'Add lender',
    edit: 'Edit lender',
    none: 'No lenders yet',
    noneText: 'Add the lenders you work with to assign loans to them.',
  },
  categories: {
    title: 'Contact categories',
    text: 'Types of business contacts, such as agents, title companies and insurers.',
    add: 'Add category',
    edit: 'Edit category',
    none: 'No categories yet',
    noneText: 'Add categories for your business contacts.',
  },
  statuses: {
    title: 'Lead statuses',
    text: 'Your lead statuses, in order. Each maps to a standard status used by reports.',
    add: 'Add status',
    edit: 'Edit status',
    none: 'No lead statuses yet',
    noneText: 'Add the statuses that your leads move through.',
  },
  lostReasons: {
    title: 'Lost reasons',
    text: 'Offered when a lead is lost.',
    add: 'Add reason',
    edit: 'Edit reason',
    none: 'No reasons yet',
    noneText: 'Add the usual reasons.',
  },
  outcomes: {
    title: 'Contact outcomes',
    text: 'Results of calls and messages. An outcome sets the next follow-up.',
    add: 'Add outcome',
    edit: 'Edit outcome',
    none: 'No outcomes yet',
    noneText: 'Add the usual results of calls.',
  },
  sources: {
    title: 'Lead sources',
    text: 'Offered on the lead form. Each maps to a standard source, which decides the referral contact.',
    add: 'Add source',
    edit: 'Edit source',
    none: 'No lead sources yet',
    noneText: 'Add the ways in which borrowers find you.',
  },
  providers: {
    title: 'Lead providers',
    text: 'Companies that sell you leads.',
    add: 'Add provider',
    edit: 'Edit provider',
    none: 'No lead providers yet',
    noneText: 'Add the companies that sell you leads.',
  },
  name: 'Name',
  nameRequired: 'Name is required',
  kind: 'Maps to',
  kindHelp: 'Reports use this standard value.',
  kindStays: 'You can’t change the standard stage. Add another stage instead.',
  target: 'Unworked after',
  targetHelp: (minutes: number | null) =>
    `Office minutes until a lead counts as unworked. ${minutes === null ? 'Blank means never.' : `The default is ${integer(minutes)}.`}`,
  targetWrong: 'Choose 1 to 100,000 minutes',
  unworkedAfter: (minutes: number) =>
    `Unworked after ${minutes % 60 === 0 ? `${integer(minutes / 60)} h` : `${integer(minutes)} min`}`,
  loans: (count: number) => (count === 1 ? '1 loan' : `${integer(count)} loans`),
  retireStage: (name: string) => `Retire ${name}`,
  loansMove: (count: number, name: string) =>
    `${count === 1 ? '1 loan is' : `${integer(count)} loans are`} at ${name}. Move them to another stage of the same type.`,
  noOtherStage: 'There is no other stage of the same type. Add one first, or rename this one.',
  moveTo: 'Move loans to',
  chooseStage: 'Choose a stage',
  chooseKind: 'Choose a standard value',
  save: 'Save',
  cancel: 'Cancel',
  more: (name: string) => `Actions for ${name}`,
  editEntry: 'Edit',
  retire: 'Retire',
  remove: 'Remove',
  removeTitle: 'Remove',
  removeQuestion: (name: string) => `${name} is permanently removed. Entries in use can only be retired.`,
  restore: 'Restore',
  restoreEntry: (name: string) => `Restore ${name}`,
  retired: 'Retired',
  retiredText: 'No longer offered. Existing records keep them.',
  added: (name: string) => `${name} added.`,
  saved: (name: string) => `${name} saved.`,
  wasRetired: (name: string) => `${name} retired.`,
  wasRestored: (name: string) => `${name} restored.`,
  wasRemoved: (name: string) => `${name} removed.`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  move: (name: string) => `Move ${name}`,
  moveHelp:
    'Press Space or Enter to pick it up, the arrow keys to move it, Space or Enter to drop it, Escape to cancel.',
  lifted: (name: string, at: number, of: number) => `${name} picked up. Place ${at} of ${of}.`,
  over: (name: string, at: number, of: number) => `${name} is at place ${at} of ${of}.`,
  dropped: (name: string, at: number, of: number) => `${name} dropped at place ${at} of ${of}.`,
  cancelled: (name: string) => `${name} is back where it was.`,
} as const;

/** Name and help text of a list. */
export type ListTexts = (typeof texts)[
  | 'stages'
  | 'statuses'
  | 'lostReasons'
  | 'withdrawals'
  | 'outcomes'
  | 'sources'
  | 'providers'
  | 'lenders'
  | 'categories'];

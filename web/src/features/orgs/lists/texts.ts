import { integer } from '@/shared/lib/format';

/** Words of the lists that a company keeps, in one place so that they can be translated. */
export const texts = {
  stages: {
    title: 'Loan stages',
    text: 'Where a loan stands, in your words and order. What a stage stands for decides how it sorts, what reports count and when a loan is read-only.',
    add: 'Add stage',
    edit: 'Edit stage',
    none: 'No loan stages yet',
    noneText: 'A loan begins at a stage and moves through others until it is closed.',
  },
  withdrawals: {
    title: 'Reasons for withdrawn applications',
    text: 'Why an application was withdrawn, as whoever ends it is asked.',
    add: 'Add reason',
    edit: 'Edit reason',
    none: 'No reasons yet',
    noneText: 'An application is withdrawn for a reason. Name the usual ones.',
  },
  lenders: {
    title: 'Lenders',
    text: 'Whom you send loans to.',
    add: 'Add lender',
    edit: 'Edit lender',
    none: 'No lenders yet',
    noneText: 'Name the lenders you work with, and a loan can be given to one of them.',
  },
  categories: {
    title: 'Contact categories',
    text: 'What business contacts are to you: agents, title companies, insurers.',
    add: 'Add category',
    edit: 'Edit category',
    none: 'No categories yet',
    noneText: 'Name what your business contacts are to you, and each of them gets one.',
  },
  statuses: {
    title: 'Lead statuses',
    text: 'What becomes of a lead, in your words and order. Reports count what each one stands for.',
    add: 'Add status',
    edit: 'Edit status',
    none: 'No lead statuses yet',
    noneText: 'A lead begins as a status and ends as one: won, lost or neither.',
  },
  lostReasons: {
    title: 'Reasons for lost leads',
    text: 'Why a lead was lost, as whoever loses it is asked.',
    add: 'Add reason',
    edit: 'Edit reason',
    none: 'No reasons yet',
    noneText: 'A lead is lost for a reason. Name the usual ones.',
  },
  outcomes: {
    title: 'Outcomes of calls and messages',
    text: 'What comes of being in touch with a lead. An outcome decides when to be in touch next.',
    add: 'Add outcome',
    edit: 'Edit outcome',
    none: 'No outcomes yet',
    noneText: 'Name what comes of a call, and logging one takes a line.',
  },
  sources: {
    title: 'Lead sources',
    text: 'Where your leads come from, as the lead form offers it. What a source stands for decides which contact is asked for.',
    add: 'Add source',
    edit: 'Edit source',
    none: 'No lead sources yet',
    noneText: 'Name the ways in which borrowers find you, and the lead form offers them.',
  },
  providers: {
    title: 'Lead providers',
    text: 'Companies that sell you leads.',
    add: 'Add provider',
    edit: 'Edit provider',
    none: 'No lead providers yet',
    noneText: 'Name the companies that sell you leads, and the lead form offers them.',
  },
  name: 'Name',
  nameRequired: 'Name is required',
  kind: 'Stands for',
  kindHelp: 'What reports count it as, whatever you call it.',
  kindStays: 'What a stage stands for stays. Add another stage instead.',
  target: 'Unworked after',
  targetHelp: (minutes: number | null) =>
    `Minutes of office hours in which a lead has to be worked. ${minutes === null ? 'Without them it never counts as unworked.' : `Without them it is ${integer(minutes)}.`}`,
  targetWrong: 'Choose 1 to 100,000 minutes',
  unworkedAfter: (minutes: number) =>
    `Unworked after ${minutes % 60 === 0 ? `${integer(minutes / 60)} h` : `${integer(minutes)} min`}`,
  loans: (count: number) => (count === 1 ? '1 loan' : `${integer(count)} loans`),
  retireStage: (name: string) => `Retire ${name}`,
  loansMove: (count: number, name: string) =>
    `${count === 1 ? '1 loan stands' : `${integer(count)} loans stand`} at ${name}. They go to another stage that stands for the same.`,
  noOtherStage: 'There is no other stage that stands for the same. Add one first, or rename this one.',
  moveTo: 'Move loans to',
  chooseStage: 'Choose a stage',
  chooseKind: 'Choose what this stands for',
  save: 'Save',
  cancel: 'Cancel',
  more: (name: string) => `Actions for ${name}`,
  editEntry: 'Edit',
  retire: 'Retire',
  remove: 'Remove',
  removeTitle: 'Remove',
  removeQuestion: (name: string) => `${name} leaves the list for good. What is in use can only be retired.`,
  restore: 'Bring back',
  restoreEntry: (name: string) => `Bring back ${name}`,
  retired: 'Retired',
  retiredText: 'Offered no more; they stay where they were used.',
  added: (name: string) => `${name} added.`,
  saved: (name: string) => `${name} saved.`,
  wasRetired: (name: string) => `${name} retired.`,
  wasRestored: (name: string) => `${name} is offered again.`,
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

/** What a list is called and what it is for. */
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

import { integer } from '@/shared/lib/format';

/** Words about a loan's stages, in one place so that they can be translated. */
export const texts = {
  change: (stage: string) => `Stage: ${stage}. Move to`,
  moveTo: 'Move to',
  loading: 'Loading',
  nowhere: 'You can move it nowhere',
  end: 'End the application',
  reopen: 'Reopen',
  title: (stage: string) => `Move to ${stage}`,
  reopenTitle: (stage: string) => `Reopen at ${stage}`,
  readOnly: 'The loan is read-only from then on.',
  reopened: 'The loan can be changed again, and the reason stays in its history.',
  fundedOn: 'Funded on',
  listed: 'Reason',
  listedPlaceholder: 'Choose a reason',
  words: 'In your own words',
  why: 'Reason',
  other: 'Other reason',
  denialReasons: 'Principal reasons',
  denialHelp: 'One to four, as the notice of adverse action and the HMDA register name them.',
  cancel: 'Cancel',
  move: 'Move',
  moved: (stage: string) => `Moved to ${stage}`,
  history: 'Stage history',
  days: (count: number) => (count === 1 ? '1 day' : `${integer(count)} days`),
  by: (when: string, who: string | null | undefined) => [when, who].filter(Boolean).join(', '),
} as const;

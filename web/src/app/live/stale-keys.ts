import type { LiveEvent } from './live-message';

/** What is to be read anew: everything whose key begins so, or exactly this. */
export type Stale = { key: readonly (string | number)[]; exact?: boolean };

const lists: Stale[] = [{ key: ['lists'] }, { key: ['lookups'] }];

/** Records of the settings, by the type of their events. */
const ofSettings: Record<string, Stale[]> = {
  LIST: lists,
  LOAN_STAGE: lists,
  LEAD_STATUS: lists,
  LEAD_SOURCE: lists,
  LEAD_PROVIDER: lists,
  LOST_REASON: lists,
  CONTACT_OUTCOME: lists,
  WITHDRAWAL_REASON: lists,
  LENDER: lists,
  USER: [{ key: ['users'] }],
  LICENSE: [{ key: ['licenses'] }],
  DEFAULT_TEAM: [{ key: ['loan-teams'] }],
  PROCESSOR_CONTRACT: [{ key: ['processor-contracts'] }],
  TASK: [{ key: ['tasks'] }],
  AUTOMATION_RULE: [{ key: ['automation-rules'] }],
  TASK_TEMPLATE: [{ key: ['task-templates'] }],
  ORG_UNIT: [{ key: ['branches'] }],
};

/** The directory follows who borrows. */
const loanLists: Stale[] = [{ key: ['loans', 'page'] }, { key: ['loans', 'count'] }, { key: ['borrowers'] }];

/** Whoever makes a lead may make one that another page tells of. */
const leadLists: Stale[] = [{ key: ['leads', 'page'] }, { key: ['leads', 'count'] }, { key: ['leads', 'known'] }];

/** What of the cache an event has made old. */
export function staleBy({ type, subtype, id }: Pick<LiveEvent, 'type' | 'subtype' | 'id'>): Stale[] {
  if (type === 'LEAD') return [...leadLists, { key: ['leads', id] }];
  if (type !== 'LOAN') return ofSettings[type] ?? [];
  // A lock changes neither the pipeline nor the application.
  if (subtype === 'LOCKED' || subtype === 'UNLOCKED') return [{ key: ['loans', id], exact: true }];
  // Rules that did nothing change nothing else, and what they did is told by itself.
  if (subtype === 'AUTOMATION') return [{ key: ['automation-rules', 'runs', id] }];
  return [...loanLists, { key: ['loans', id] }];
}

/** All of it, for a tab that missed more than it was told. */
export const allStale: Stale[] = [{ key: ['loans'] }, { key: ['leads'] }, ...new Set(Object.values(ofSettings).flat())];

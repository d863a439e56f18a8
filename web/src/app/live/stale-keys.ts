import type { LiveEvent } from './live-message';

/** Marks all queries whose key starts with `key` as stale, or only that query if `exact`. */
export type Stale = { key: readonly (string | number)[]; exact?: boolean };

const lists: Stale[] = [{ key: ['lists'] }, { key: ['lookups'] }];

/** Records of the settings, by event type. */
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

/** The list of borrowers follows the loans. */
const loanLists: Stale[] = [{ key: ['loans', 'page'] }, { key: ['loans', 'count'] }, { key: ['borrowers'] }];

/** A new lead may be a duplicate that another lead's page shows. */
const leadLists: Stale[] = [{ key: ['leads', 'page'] }, { key: ['leads', 'count'] }, { key: ['leads', 'known'] }];

/** The cached queries that an event makes stale. */
export function staleBy({ type, subtype, id }: Pick<LiveEvent, 'type' | 'subtype' | 'id'>): Stale[] {
  if (type === 'LEAD') return [...leadLists, { key: ['leads', id] }];
  if (type === 'LOAN_PRESENCE') return [{ key: ['loan-presence', id] }];
  if (type !== 'LOAN') return ofSettings[type] ?? [];
  // A lock changes neither the pipeline nor the application.
  if (subtype === 'LOCKED' || subtype === 'UNLOCKED') return [{ key: ['loans', id], exact: true }];
  // Automation runs that changed the loan send an event for the change as well.
  if (subtype === 'AUTOMATION') return [{ key: ['automation-rules', 'runs', id] }];
  return [...loanLists, { key: ['loans', id] }];
}

/** Everything that live events cover, for a tab that missed events. */
export const allStale: Stale[] = [{ key: ['loans'] }, { key: ['leads'] }, ...new Set(Object.values(ofSettings).flat())];

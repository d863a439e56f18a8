import { type LoanSearch, loanSearch } from '../list/loan-search';
import type { Condition } from './filter';
import { texts } from './texts';
import type { View } from './views';

export type Content = Record<string, string>;

/** A view with its id, name and content. */
export type Opened = { id: string; name: string; content: Content; kept?: View };

const when = (...conditions: Condition[]) => JSON.stringify({ match: 'all', conditions });
const is = (field: string, operator: string, ...values: string[]): Condition => ({ field, operator, values });
const active = is('progress', 'is', 'Active');

/** Built-in views. */
export const builtIn: readonly Opened[] = [
  { id: 'mine', name: texts.builtIn.mine, content: { assigneeType: 'MINE', filter: when(active) } },
  {
    id: 'closing',
    name: texts.builtIn.closing,
    content: { filter: when(active, is('closing', 'within', 'thisMonth')), orderBy: 'closing', sort: 'ASC' },
  },
  {
    id: 'locks',
    name: texts.builtIn.locks,
    content: { filter: when(active, is('lockExpiration', 'within', 'next:7')), orderBy: 'lockExpiry', sort: 'ASC' },
  },
  {
    id: 'overdue',
    name: texts.builtIn.overdue,
    content: { filter: when(active, is('nextDeadline', 'before', 'today')), orderBy: 'nextDeadline', sort: 'ASC' },
  },
  { id: 'adverse', name: texts.builtIn.adverse, content: { filter: when(is('progress', 'is', 'Adverse')) } },
  {
    id: 'funded',
    name: texts.builtIn.funded,
    content: { filter: when(is('funded', 'within', 'thisQuarter')), orderBy: 'closing', sort: 'DESC' },
  },
];

export const openedOf = (view: View): Opened => ({
  id: String(view.id),
  name: view.name,
  content: view.content,
  kept: view,
});

/**
 * The part of an address that a view stores: filters, sorting, grouping, layout and columns, but neither page nor text.
 */
export function contentOf(search: LoanSearch): Content {
  const { stage, due, filter, assigneeType, assigneeId, orderBy, sort, columns, view } = search;
  const content = {
    stage,
    due,
    filter,
    assigneeType,
    assigneeId,
    orderBy,
    sort,
    columns,
    view,
    grouping: view === 'board' ? 'stage' : undefined,
  };
  return Object.fromEntries(Object.entries(content).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** The address of a view. */
export const addressOf = ({ id, content }: Pick<Opened, 'id' | 'content'>): LoanSearch =>
  loanSearch({ ...content, saved: id });

/** Whether the address differs from the view. */
export function isChanged(search: LoanSearch, { content }: Pick<Opened, 'content'>): boolean {
  const sorted = (one: Content) => JSON.stringify(Object.entries(one).sort(([a], [b]) => a.localeCompare(b)));
  return sorted(contentOf(search)) !== sorted(contentOf(loanSearch(content)));
}

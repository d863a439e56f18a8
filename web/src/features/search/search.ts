import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { day, phone } from '@/shared/lib/format';
import { texts } from './texts';

type Results = components['schemas']['SearchResults'];
type Found = components['schemas']['SearchedRecord'];
export type Kind = keyof Results;

/** Maximum results shown of each kind. */
const rowsMax = 8;
/** Minimum length of a search. */
const minLength = 2;

/** The search text, or an empty string if it is too short. */
export const searched = (typed: string): string => {
  const text = typed.trim();
  return text.replace(/\s/g, '').length < minLength ? '' : text;
};

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/search', { params: { query: { string: text, limit: rowsMax, offset: 0 } }, signal })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    // The dialog shows the error.
    meta: { quiet: true },
    retry: false,
    gcTime: 60_000,
  });

/** A search result with name, distinguishing details, and its page if it has one. */
export type Hit = { key: string; id: number; name: string; details: string[]; page: string | null };
export type Group = { kind: Kind; count: number; isCapped: boolean; hits: Hit[] };

const pageOf = (kind: Kind, id: number): string | null =>
  ({
    loans: `/app/loans/${id}`,
    leads: `/app/leads/${id}`,
    borrowers: `/app/borrowers/${id}`,
    contacts: `/app/contacts/${id}`,
    tasks: null,
  })[kind];

function detailsOf(kind: Kind, { loanNumber, email, phone: digits, status, whose, dueDate }: Found): string[] {
  const details =
    kind === 'tasks'
      ? [loanNumber, status === 'DONE' ? texts.done : dueDate && texts.due(day(dueDate)), whose]
      : [loanNumber, email, phone(digits), status, whose];
  return details.filter((detail): detail is string => Boolean(detail));
}

/** The results by kind, without empty kinds. */
export const groupsOf = (results: Results): Group[] =>
  (Object.keys(texts.kinds) as Kind[])
    .map((kind) => ({
      kind,
      count: results[kind].count,
      isCapped: results[kind].countIsCapped,
      hits: results[kind].rows.map((row) => ({
        key: `${kind}-${row.id}`,
        id: row.id,
        name: row.name,
        details: detailsOf(kind, row),
        page: pageOf(kind, row.id),
      })),
    }))
    .filter(({ hits }) => hits.length > 0);

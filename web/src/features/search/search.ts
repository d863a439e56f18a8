import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { day, phone } from '@/shared/lib/format';
import { texts } from './texts';

type Results = components['schemas']['SearchResults'];
type Found = components['schemas']['SearchedRecord'];
export type Kind = keyof Results;

/** Records of each kind that are shown. */
const rowsMax = 8;
/** Fewest characters that are searched for. */
const lettersMin = 2;

/** The text as it is searched for; nothing where it is too short. */
export const searched = (typed: string): string => {
  const text = typed.trim();
  return text.replace(/\s/g, '').length < lettersMin ? '' : text;
};

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/search', { params: { query: { string: text, limit: rowsMax, offset: 0 } }, signal })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    // What is said of a failure stands in the dialog.
    meta: { quiet: true },
    retry: false,
    gcTime: 60_000,
  });

/** A record as it is shown: what it is called, what tells it from others, and its page, where it has one. */
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
  const told =
    kind === 'tasks'
      ? [loanNumber, status === 'DONE' ? texts.done : dueDate && texts.due(day(dueDate)), whose]
      : [loanNumber, email, phone(digits), status, whose];
  return told.filter((detail): detail is string => Boolean(detail));
}

/** What was found, kinds without any left out. */
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

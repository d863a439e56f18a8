import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { MatchedBorrower } from '@/api/types';
import { normalizePhone } from '@/shared/lib/phone';

export type BorrowerFields = { firstName: string; lastName: string; email: string; phone: string };

/** Distinguishes the borrowers of one loan. */
export const matchKey = ({ LoanId, FirstName, LastName, Suffix, Email, CellPhone }: MatchedBorrower): string =>
  JSON.stringify([LoanId, FirstName, LastName, Suffix, Email, CellPhone]);

export const isSameMatch = (one: MatchedBorrower, other: MatchedBorrower): boolean => matchKey(one) === matchKey(other);

const noMatches = { rows: [], others: [], outside: [] };

/** Existing clients who may be this borrower. Disabled until there is a value to compare. */
export function matchesQuery({ firstName, lastName, email, phone }: BorrowerFields) {
  const query = {
    ...(email.trim() && { Email: email.trim() }),
    ...(phone.trim() && { CellPhone: normalizePhone(phone) }),
    ...(firstName.trim() && { FirstName: firstName.trim() }),
    ...(lastName.trim() && { LastName: lastName.trim() }),
  };
  const isEmpty = Object.keys(query).length === 0;
  return queryOptions({
    queryKey: ['borrowers', 'matches', query],
    queryFn: ({ signal }) =>
      isEmpty
        ? noMatches
        : answer(api.GET('/api/borrowers/matches', { params: { query: { ...query, LoanOnly: true } }, signal })),
    // A search on leaving a field must never interrupt the user.
    meta: { quiet: true },
  });
}

import type { Application } from '@/api/types';

export type Borrower = Application['borrowers'][number];
export type Address = Application['property']['address'];

export const fullName = ({ firstName, middleName, lastName, suffix }: Partial<Borrower>): string =>
  [firstName, middleName, lastName, suffix].filter(Boolean).join(' ');

/** An address on one line. */
export function addressLine(address: Address | undefined): string {
  if (!address) return '';
  const street = [address.line, address.unit].filter(Boolean).join(' ');
  const region = [address.state, address.postalCode].filter(Boolean).join(' ');
  return [street, address.city, region, address.country === 'US' ? '' : address.country].filter(Boolean).join(', ');
}

/** Names of those to whom something belongs; empty where the file does not say. */
export const ownersOf = ({ borrowers }: Application, ids: readonly string[]): string =>
  borrowers
    .filter(({ id }) => ids.includes(id))
    .map((borrower) => borrower.firstName ?? fullName(borrower))
    .join(', ');

/** Whose part of a section it is; said only where there are several. */
export const headingOf = ({ borrowers }: Application, borrower: Borrower): { heading?: string } =>
  borrowers.length > 1 ? { heading: fullName(borrower) || 'Borrower' } : {};

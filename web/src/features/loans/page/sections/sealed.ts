import type { Value } from './section';

/** The paths of what is sealed in this loan. */
export type Sealed = readonly string[];

/** A taxpayer number: its last four digits are in the open. */
export function maskedTaxpayerNumber(sealed: Sealed, borrowerId: string, lastFour: string | undefined): Value {
  const path = sealed.find((candidate) => candidate === `borrowers/${borrowerId}/taxpayerIdentifier`);
  const masked = lastFour ? `•••-••-${lastFour}` : '•••-••-••••';
  return path ? { masked, path } : lastFour ? masked : '';
}

export function maskedBirthDate(sealed: Sealed, borrowerId: string): Value {
  const path = sealed.find((candidate) => candidate === `borrowers/${borrowerId}/birthDate`);
  return path ? { masked: '••/••/••••', path } : '';
}

/** An account number of an asset or a debt. */
export function maskedAccountNumber(sealed: Sealed, itemId: string, lastFour: string | undefined): Value {
  const path = sealed.find((candidate) => candidate.includes(itemId) && candidate.toLowerCase().includes('account'));
  const masked = lastFour ? `•••• ${lastFour}` : '••••';
  return path ? { masked, path } : lastFour ? masked : '';
}

/** A revealed value as people write it. */
export function revealed(path: string, value: string): string {
  if (path.endsWith('taxpayerIdentifier')) return value.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');
  return value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
}

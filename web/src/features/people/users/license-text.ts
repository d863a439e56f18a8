import type { components } from '@/api/schema';
import { texts } from './texts';

export type BillingPlace = components['schemas']['BillingPlace'];

/** The short form for a list. */
export function shortLicense({ payer, seat }: BillingPlace): string {
  if (payer === 'SELF') return texts.payers.SELF;
  return `${texts.shortPayers[payer]}, ${seat ? texts.shortSeats[seat] : texts.noSeat}`;
}

/** The payer of a user's license and the seat. Users who pay for themselves need no seat. */
export function licenseText({ payer, seat }: BillingPlace): string {
  if (payer === 'SELF') return texts.payers.SELF;
  return `${texts.payers[payer]}, ${seat ? texts.seats[seat] : texts.noSeat}`;
}

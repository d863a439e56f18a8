import type { components } from '@/api/schema';
import { texts } from './texts';

export type BillingPlace = components['schemas']['BillingPlace'];

/** The same in a cell of a list. */
export function shortLicense({ payer, seat }: BillingPlace): string {
  if (payer === 'SELF') return texts.payers.SELF;
  return `${texts.shortPayers[payer]}, ${seat ? texts.shortSeats[seat] : texts.noSeat}`;
}

/** Who pays for somebody, and on which seat they sit; who pays alone needs none. */
export function licenseText({ payer, seat }: BillingPlace): string {
  if (payer === 'SELF') return texts.payers.SELF;
  return `${texts.payers[payer]}, ${seat ? texts.seats[seat] : texts.noSeat}`;
}

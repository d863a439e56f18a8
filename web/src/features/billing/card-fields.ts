import { ApiError } from '@/api/errors';
import { z } from '@/shared/lib/schema';
import type { Card } from './calls';
import { texts } from './texts';

/** An empty card form. */
export const emptyCard: Card = { number: '', expires: '', securityCode: '' };

/** Fields required before the card is sent. */
export const cardSchema = z.object({
  number: z.string().trim().min(1, texts.cardRequired),
  expires: z.string().trim().min(1, texts.expiresRequired),
  securityCode: z.string().trim().min(1, texts.codeRequired),
});

/** Digits in groups of four, as on the card. */
export const groupDigits = (typed: string): string =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** Turns `1228` into `12/28` while the user types. */
export function monthAndYear(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

const fieldOfPath: Record<string, keyof Card> = {
  number: 'number',
  expires: 'expires',
  securityCode: 'securityCode',
  // An error about the card as a whole is shown at its number.
  paymentToken: 'number',
};

/** The server's errors about a card, by form field. */
export function refusedCard(error: unknown): [keyof Card, string][] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fields).flatMap(([path, message]) => {
    const field = fieldOfPath[path];
    return field ? [[field, message] as [keyof Card, string]] : [];
  });
}

import { ApiError } from '@/api/errors';
import { z } from '@/shared/lib/schema';
import type { Card } from './calls';
import { texts } from './texts';

/** A card, or one still to be typed. */
export const emptyCard: Card = { number: '', expires: '', securityCode: '' };

/** What a card needs before it is worth asking about. */
export const cardSchema = z.object({
  number: z.string().trim().min(1, texts.cardRequired),
  expires: z.string().trim().min(1, texts.expiresRequired),
  securityCode: z.string().trim().min(1, texts.codeRequired),
});

/** Digits in groups of four, as they stand on the card. */
export const groupDigits = (typed: string): string =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** `1228` becomes `12/28` while it is typed. */
export function monthAndYear(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

const fieldOfPath: Record<string, keyof Card> = {
  number: 'number',
  expires: 'expires',
  securityCode: 'securityCode',
  // What the provider says of the card as a whole stands at its number.
  paymentToken: 'number',
};

/** What was refused about a card, by field of the form. */
export function refusedCard(error: unknown): [keyof Card, string][] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fields).flatMap(([path, message]) => {
    const field = fieldOfPath[path];
    return field ? [[field, message] as [keyof Card, string]] : [];
  });
}

/**
 * Formats phone numbers during input: ten digits of the North American plan, or an international number with a leading
 * `+`.
 */

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** Ten digits, or `+` and the digits of an international number: the stored form. */
export function normalizePhone(text: string): string {
  const digits = digitsOf(text);
  const isAmerican = !text.trim().startsWith('+') || digits.startsWith('1');
  if (!isAmerican) return digits ? `+${digits.slice(0, 15)}` : '';
  return (digits.startsWith('1') ? digits.slice(1) : digits).slice(0, 10);
}

/** The display form of typed or pasted text: `(415) 555-0132`. */
export function formatPhone(text: string): string {
  if (text.trim() === '+') return '+';
  const digits = normalizePhone(text);
  if (digits === '' || digits.startsWith('+')) return digits;
  if (digits.length <= 3) return `(${digits}`;
  const local = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`;
  return digits.length <= 6 ? local : `${local}-${digits.slice(6)}`;
}

/** Caret position after formatting: after the same number of digits as before. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let at = 0; at < formatted.length; at += 1) {
    if (seen === digitsBefore) return at;
    if (/\d/.test(formatted[at] ?? '')) seen += 1;
  }
  return formatted.length;
}

/** Number of digits before the caret, without the country code 1, which the field doesn't show. */
export function digitsBefore(text: string, caret: number): number {
  const isCountryCodeDropped = digitsOf(text).startsWith('1') && !formatPhone(text).startsWith('+');
  const before = digitsOf(text.slice(0, caret)).length;
  return Math.max(0, before - (isCountryCodeDropped ? 1 : 0));
}

/** Whether a number is valid, by the same rule as on the server. */
export function isValidPhone(text: string): boolean {
  const phone = normalizePhone(text);
  return phone.startsWith('+') ? /^\+\d{8,15}$/.test(phone) : /^[2-9]\d{9}$/.test(phone);
}

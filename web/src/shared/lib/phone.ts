/** Telephone numbers as they are typed: ten digits of the North American plan, or an international number with its `+`. */

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** Ten digits, or `+` and the digits of another country; what is kept and sent. */
export function normalizePhone(text: string): string {
  const digits = digitsOf(text);
  const isAmerican = !text.trim().startsWith('+') || digits.startsWith('1');
  if (!isAmerican) return digits ? `+${digits.slice(0, 15)}` : '';
  return (digits.startsWith('1') ? digits.slice(1) : digits).slice(0, 10);
}

/** What the field shows for what was typed or pasted: `(415) 555-0132`. */
export function formatPhone(text: string): string {
  if (text.trim() === '+') return '+';
  const digits = normalizePhone(text);
  if (digits === '' || digits.startsWith('+')) return digits;
  if (digits.length <= 3) return `(${digits}`;
  const local = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`;
  return digits.length <= 6 ? local : `${local}-${digits.slice(6)}`;
}

/** Where the caret belongs after formatting: behind as many digits as it was before. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let at = 0; at < formatted.length; at += 1) {
    if (seen === digitsBefore) return at;
    if (/\d/.test(formatted[at] ?? '')) seen += 1;
  }
  return formatted.length;
}

/** How many digits stand before the caret, without the country's 1, which the field does not show. */
export function digitsBefore(text: string, caret: number): number {
  const isCountryCodeDropped = digitsOf(text).startsWith('1') && !formatPhone(text).startsWith('+');
  const before = digitsOf(text.slice(0, caret)).length;
  return Math.max(0, before - (isCountryCodeDropped ? 1 : 0));
}

/** Whether a number can be called; the same rule as the server's. */
export function isValidPhone(text: string): boolean {
  const phone = normalizePhone(text);
  return phone.startsWith('+') ? /^\+\d{8,15}$/.test(phone) : /^[2-9]\d{9}$/.test(phone);
}

/** Formats values for display: US conventions, exact decimals, no silent rounding. */

const groups = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

const hasCents = (amount: string) => /\.\d*[1-9]/.test(amount);

function dollars(amount: string, withCents: boolean): string {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const cents = withCents ? `.${fraction.padEnd(2, '0')}` : '';
  return `${amount.startsWith('-') ? '-' : ''}$${groups(whole)}${cents}`;
}

/** A decimal string as dollars: `$300,000`, with cents only if they aren't zero. */
export const money = (amount: string | null | undefined): string => (amount ? dollars(amount, hasCents(amount)) : '');

/** A decimal string with cents but without the currency: `5,500.00`. */
export const amount = (decimal: string): string => dollars(decimal, true).replace('$', '');

/** A decimal string as a user would type it: `300,000`. */
export const amountTyped = (decimal: string | null | undefined): string => money(decimal).replace('$', '');

/** Loan-to-value ratio in percent with at most two decimals, rounded up: `80.01%`. */
export function loanToValue(loan: string | null | undefined, value: string | null | undefined): string {
  if (!loan || !value || toCents(value) <= 0n) return '';
  const hundredths = (toCents(loan) * 10_000n + toCents(value) - 1n) / toCents(value);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`.replace(/\.?0+%$/, '%');
}

/** A formatter for a column of amounts: either all have cents or none. */
export function moneyColumn(amounts: readonly (string | null | undefined)[]): typeof money {
  const withCents = amounts.some((amount) => amount && hasCents(amount));
  return (amount) => (amount ? dollars(amount, withCents) : '');
}

/** The exact sum of decimal strings. Empty if there are none. */
export function sum(amounts: readonly (string | null | undefined)[]): string {
  const given = amounts.filter((amount): amount is string => Boolean(amount));
  if (given.length === 0) return '';
  const cents = given.reduce((total, amount) => total + toCents(amount), 0n);
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function toCents(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const cents = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'));
  return amount.startsWith('-') ? -cents : cents;
}

/** A rate in percent, with the server's decimals. */
export const rate = (percent: string | null | undefined): string => (percent ? `${percent}%` : '');

/** A share from 0 to 1 as `24%`. A small share isn't nothing, and almost all isn't all. */
export function wholePercent(share: number): string {
  if (share > 0 && share < 0.005) return '<1%';
  if (share < 1 && share >= 0.995) return '>99%';
  return `${Math.round(share * 100)}%`;
}

/** Formats a date `2026-11-20` as `11/20/2026`. */
export function day(isoDay: string | null | undefined): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(isoDay ?? '');
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : '';
}

/** Formats the month of a date as on payment cards: `12/2030`. */
export const cardMonth = (isoDay: string): string => day(isoDay).replace(/\/\d{2}\//, '/');

const pad = (value: number) => String(value).padStart(2, '0');

/** Today or a later date in the user's time zone: `2026-11-20`. */
export function isoToday(later = 0): string {
  const now = new Date();
  now.setDate(now.getDate() + later);
  return [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-');
}

/** The date of an instant in the user's time zone. */
export function dayOf(instant: string | null | undefined): string {
  if (!instant) return '';
  const at = new Date(instant);
  return `${pad(at.getMonth() + 1)}/${pad(at.getDate())}/${at.getFullYear()}`;
}

/** The date and time of an instant in the user's time zone: `11/20/2026 3:05 PM`. */
export function dayAndTime(instant: string | null | undefined): string {
  if (!instant) return '';
  const at = new Date(instant);
  return `${dayOf(instant)} ${clockTime(at)}`;
}

/** The time of day in the user's time zone: `3:05 PM`. */
export const clockTime = (at: Date): string =>
  `${at.getHours() % 12 || 12}:${pad(at.getMinutes())} ${at.getHours() < 12 ? 'AM' : 'PM'}`;

/** The date and time of an instant in a given time zone: `11/20/2026 3:05:09 PM`. */
export const dayAndTimeIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })
    .format(new Date(instant))
    .replace(',', '')
    .replace('\u202f', ' ');

/** Display name of a time zone: `Pacific Time`. */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Calendar days from an instant until now, in the user's time zone. */
export function daysSince(instant: string, now: Date = new Date()): number {
  const at = new Date(instant);
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.max(0, Math.round((midnight(now) - midnight(at)) / 86_400_000));
}

/** Formats ten digits as `(415) 555-0132`. International numbers stay unchanged. */
export function phone(digits: string | null | undefined): string {
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(digits ?? '');
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : (digits ?? '');
}

/** Formats a size in bytes, with units of 1,000 like the limits. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const isMega = bytes >= 1_000_000;
  const value = isMega ? bytes / 1_000_000 : bytes / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${isMega ? 'MB' : 'KB'}`;
}

/** Formats a whole number with thousands separators. */
export const integer = (value: number): string => groups(String(value));

/** Formats a number of months: `2 years 5 months`. */
export function months(count: number | null | undefined): string {
  if (count === null || count === undefined) return '';
  const [years, rest] = [Math.floor(count / 12), count % 12];
  const word = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`;
  if (years === 0) return word(rest, 'month');
  return rest === 0 ? word(years, 'year') : `${word(years, 'year')} ${word(rest, 'month')}`;
}

/** Formats an enum value for display: `First Lien`. */
export const spaced = (word: string): string => word.replace(/([a-z])(?=[A-Z])/g, '$1 ');

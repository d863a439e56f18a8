/** How values are written for people: US conventions, exact decimals, nothing rounded in silence. */

const groups = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

const hasCents = (amount: string) => /\.\d*[1-9]/.test(amount);

function dollars(amount: string, withCents: boolean): string {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const cents = withCents ? `.${fraction.padEnd(2, '0')}` : '';
  return `${amount.startsWith('-') ? '-' : ''}$${groups(whole)}${cents}`;
}

/** A decimal string as dollars: `$300,000`, with cents only where there are any. */
export const money = (amount: string | null | undefined): string => (amount ? dollars(amount, hasCents(amount)) : '');

/** A decimal string with its cents and without the currency: `5,500.00`. */
export const amount = (decimal: string): string => dollars(decimal, true).replace('$', '');

/** A decimal string as somebody would type it: `300,000`. */
export const amountTyped = (decimal: string | null | undefined): string => money(decimal).replace('$', '');

/** What share of a property's value a loan is, in percent with at most two decimals, rounded up: `80.01%`. */
export function loanToValue(loan: string | null | undefined, value: string | null | undefined): string {
  if (!loan || !value || toCents(value) <= 0n) return '';
  const hundredths = (toCents(loan) * 10_000n + toCents(value) - 1n) / toCents(value);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`.replace(/\.?0+%$/, '%');
}

/** For amounts that stand below each other: all of them with cents, or none. */
export function moneyColumn(amounts: readonly (string | null | undefined)[]): typeof money {
  const withCents = amounts.some((amount) => amount && hasCents(amount));
  return (amount) => (amount ? dollars(amount, withCents) : '');
}

/** Decimal strings added exactly; empty where there is nothing to add. */
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

/** A rate in percent, as the server writes it. */
export const rate = (percent: string | null | undefined): string => (percent ? `${percent}%` : '');

/** A calendar day `2026-11-20` as `11/20/2026`. */
export function day(isoDay: string | null | undefined): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(isoDay ?? '');
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : '';
}

/** The month of a day, as it is printed on cards: `12/2030`. */
export const cardMonth = (isoDay: string): string => day(isoDay).replace(/\/\d{2}\//, '/');

const pad = (value: number) => String(value).padStart(2, '0');

/** The reader's own today, `2026-11-20`, or a day so many days later. */
export function isoToday(later = 0): string {
  const now = new Date();
  now.setDate(now.getDate() + later);
  return [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-');
}

/** An instant as the reader's calendar day. */
export function dayOf(instant: string | null | undefined): string {
  if (!instant) return '';
  const at = new Date(instant);
  return `${pad(at.getMonth() + 1)}/${pad(at.getDate())}/${at.getFullYear()}`;
}

/** An instant as the reader's day and time, `11/20/2026 3:05 PM`. */
export function dayAndTime(instant: string | null | undefined): string {
  if (!instant) return '';
  const at = new Date(instant);
  const hour = at.getHours() % 12 || 12;
  return `${dayOf(instant)} ${hour}:${pad(at.getMinutes())} ${at.getHours() < 12 ? 'AM' : 'PM'}`;
}

/** An instant as a day and time of a time zone, `11/20/2026 3:05:09 PM`. */
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

/** What a time zone is called: `Pacific Time`. */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Whole calendar days from an instant until now, by the reader's calendar. */
export function daysSince(instant: string, now: Date = new Date()): number {
  const at = new Date(instant);
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.max(0, Math.round((midnight(now) - midnight(at)) / 86_400_000));
}

/** Ten digits as `(415) 555-0132`; an international number as it is. */
export function phone(digits: string | null | undefined): string {
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(digits ?? '');
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : (digits ?? '');
}

/** A size in bytes as people say it, in thousands as limits are. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const isMega = bytes >= 1_000_000;
  const value = isMega ? bytes / 1_000_000 : bytes / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${isMega ? 'MB' : 'KB'}`;
}

/** A whole number with separators. */
export const integer = (value: number): string => groups(String(value));

/** Months as people say them: `2 years 5 months`. */
export function months(count: number | null | undefined): string {
  if (count === null || count === undefined) return '';
  const [years, rest] = [Math.floor(count / 12), count % 12];
  const word = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`;
  if (years === 0) return word(rest, 'month');
  return rest === 0 ? word(years, 'year') : `${word(years, 'year')} ${word(rest, 'month')}`;
}

/** A word of a closed list as people read it: `First Lien`. */
export const spaced = (word: string): string => word.replace(/([a-z])(?=[A-Z])/g, '$1 ');

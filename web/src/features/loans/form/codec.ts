import { amount, day, phone } from '@/shared/lib/format';
import { formatPhone, isValidPhone, normalizePhone } from '@/shared/lib/phone';
import { texts } from './texts';

/** The value of a typed text, or the message that the field shows. Empty text clears the field. */
export type Read = { value: unknown; problem?: undefined } | { value?: undefined; problem: string };

/** How a kind of field turns text into a value and back. */
export type Codec = {
  read: (text: string) => Read;
  write: (value: unknown) => string;
  inputMode?: 'decimal' | 'numeric' | 'tel' | 'email';
  isNumeric?: boolean;
  /** Formats the text during input. */
  shape?: (text: string) => string;
  placeholder?: string;
};

const value = (value: unknown): Read => ({ value });
const problem = (problem: string): Read => ({ problem });
const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Reads `450k`, `1.2m`, `$450,000.00` or `(1,200)` into a decimal with cents, without rounding. */
export function readMoney(text: string, isSigned = false): Read {
  const compact = text.replaceAll(/[\s,$]/g, '').toLowerCase();
  const [, open, sign, whole = '', fraction = '', unit] =
    /^(\()?([-−])?(\d*)(?:\.(\d*))?([km])?\)?$/.exec(compact) ?? [];
  if (whole === '' && fraction === '') return problem(texts.moneyProblem);
  const isNegative = Boolean(open || sign);
  if (isNegative && !isSigned) return problem(texts.negativeProblem);
  const zeros = unit === 'm' ? 6 : unit === 'k' ? 3 : 0;
  if (fraction.length > zeros + 2 && /[1-9]/.test(fraction.slice(zeros + 2))) return problem(texts.centsProblem);
  const shifted = fraction.slice(0, zeros).padEnd(zeros, '0');
  const dollars = (whole + shifted).replace(/^0+(?=\d)/, '') || '0';
  if (dollars.length > 12) return problem(texts.largeProblem);
  const cents = fraction.slice(zeros, zeros + 2).padEnd(2, '0');
  return value(`${isNegative ? '-' : ''}${dollars}.${cents}`);
}

const money = (isSigned: boolean): Codec => ({
  read: (text) => readMoney(text, isSigned),
  write: (decimal) => (decimal ? amount(asText(decimal)) : ''),
  inputMode: 'decimal',
  isNumeric: true,
});

/** Reads a percentage such as `6.125` or `6.125%`. */
function readRate(text: string): Read {
  const [, whole = '', fraction = ''] = /^(\d{0,3})(?:\.(\d{0,3}))?%?$/.exec(text.replaceAll(/\s/g, '')) ?? [];
  if (whole === '' && fraction === '') return problem(texts.rateProblem);
  return value(`${Number(whole)}.${fraction.padEnd(3, '0')}`);
}

/** Reads a duration as months: `2y 5m`, `2/5`, `2 years 5 months`, `29`. */
export function readMonths(text: string): Read {
  const compact = text.trim().toLowerCase().replaceAll(/\s+/g, '');
  const parts =
    /^(\d{1,2})[/,](\d{1,2})$/.exec(compact) ??
    /^(\d{1,2})y(?:rs?|ears?)?(?:(\d{1,3})m?(?:os?|onths?)?)?$/.exec(compact) ??
    /^()(\d{1,3})m?(?:os?|onths?)?$/.exec(compact);
  if (!parts) return problem(texts.monthsProblem);
  return value(Number(parts[1] || 0) * 12 + Number(parts[2] || 0));
}

/** Writes months as years and months: `2y 5m`. */
export function writeMonths(months: unknown): string {
  if (typeof months !== 'number') return '';
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return [years > 0 && `${years}y`, (rest > 0 || years === 0) && `${rest}m`].filter(Boolean).join(' ');
}

function readCount(text: string): Read {
  const digits = text.replaceAll(/[\s,]/g, '');
  return /^\d{1,5}$/.test(digits) && Number(digits) <= 65_535 ? value(Number(digits)) : problem(texts.countProblem);
}

/** Reads ages: `7, 12` or `7 12`. */
function readAges(text: string): Read {
  const ages = text.split(/[\s,;]+/).filter(Boolean);
  return ages.every((age) => /^\d{1,2}$/.test(age)) ? value(ages.map(Number)) : problem(texts.agesProblem);
}

const readPhone = (text: string): Read =>
  isValidPhone(text) ? value(normalizePhone(text)) : problem(texts.phoneProblem);

const readEmail = (text: string): Read =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? value(text.trim()) : problem(texts.emailProblem);

/** Reads a ZIP code of five or nine digits. */
function readZip(text: string): Read {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^(\d{5}|\d{9})$/.test(digits) ? value(digits) : problem(texts.zipProblem);
}

const writeZip = (digits: unknown): string => asText(digits).replace(/^(\d{5})(\d{4})$/, '$1-$2');

/** Reads a Social Security number or an ITIN. The server judges the number itself. */
function readTaxpayer(text: string): Read {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{9}$/.test(digits) ? value(digits) : problem(texts.taxpayerProblem);
}

const plain: Codec = { read: (text) => value(text.trim()), write: asText };

const codecs: Readonly<Record<string, Codec>> = {
  money: money(false),
  'signed-money': money(true),
  rate: { read: readRate, write: (rate) => (rate ? `${asText(rate)}%` : ''), inputMode: 'decimal', isNumeric: true },
  months: { read: readMonths, write: writeMonths, placeholder: texts.monthsPlaceholder },
  count: { read: readCount, write: asText, inputMode: 'numeric' },
  ages: { read: readAges, write: (ages) => (Array.isArray(ages) ? ages.join(', ') : ''), inputMode: 'numeric' },
  phone: { read: readPhone, write: (digits) => phone(asText(digits)), inputMode: 'tel', shape: formatPhone },
  email: { read: readEmail, write: asText, inputMode: 'email' },
  initials: { read: (text) => value(text.trim().toUpperCase()), write: asText },
  postalCode: { read: readZip, write: writeZip, inputMode: 'numeric' },
  taxpayer: { read: readTaxpayer, write: asText, inputMode: 'numeric' },
  'sealed-date': { read: plain.read, write: (date) => day(asText(date)) },
};

export const codecOf = (kind: string): Codec => codecs[kind] ?? plain;

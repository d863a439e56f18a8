import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { day as written } from './format';

dayjs.extend(customParseFormat);

/** The server accepts no day before this one. */
export const firstDay = '1900-01-01';

/** The days that a field accepts, as `YYYY-MM-DD`. */
export type DayLimits = { min?: string | undefined; max?: string | undefined; withTime?: boolean };

/** The date as `YYYY-MM-DD`, with `HH:mm:ss` if the field has a time, or the field's error. */
export type TypedDate = { value: string; problem?: undefined } | { value?: undefined; problem: string };

/** Formats that leave nothing open: the field takes them over while the user types. */
const wholeDays = ['MM/DD/YYYY', 'M/D/YYYY', 'MMDDYYYY', 'YYYY/MM/DD'];
/** Two-digit years: 69 to 99 are in the 1900s, 00 to 68 in the 2000s. Whole only once the user leaves the field. */
const shortDays = ['M/D/YY', 'MM/DD/YY'];
const times = ['h:mm A', 'h:mmA', 'hh:mm A', 'h A', 'hA', 'H:mm', 'HH:mm', 'HH:mm:ss'];

const shape = /^(\d{1,2}\/\d{1,2}\/(\d{2}|\d{4})|\d{8}|\d{4}\/\d{2}\/\d{2})$/;

/** Parses a typed or pasted date. It never turns an impossible date into another one. */
export function readDate(text: string, { min = firstDay, max, withTime = false }: DayLimits = {}): TypedDate {
  const [typedDay = '', typedTime = ''] = parts(text, withTime);
  const help = withTime ? 'MM/DD/YYYY h:mm AM' : 'MM/DD/YYYY';
  if (!shape.test(typedDay) || (withTime && typedTime === '')) return { problem: `Enter a date as ${help}` };
  const day = first(typedDay, [...wholeDays, ...shortDays])?.format('YYYY-MM-DD');
  if (!day) return { problem: `${typedDay} isn’t a calendar date. Enter a date as ${help}` };
  if (day < min) return { problem: `Enter a date on or after ${written(min)}` };
  if (max && day > max) return { problem: `Enter a date on or before ${written(max)}` };
  if (!withTime) return { value: day };
  const time = first(typedTime, times);
  return time
    ? { value: `${day} ${time.format('HH:mm:ss')}` }
    : { problem: `${typedTime} isn’t a time. Enter a date as ${help}` };
}

/** Whether the text is whole, so that another key would only change it. `1/2/20` may become `1/2/2026`. */
export function isWhole(text: string): boolean {
  const [day = ''] = parts(text, false);
  return first(day, wholeDays) !== undefined;
}

/** The day, with its separators alike, and the time. */
function parts(text: string, withTime: boolean): readonly string[] {
  const trimmed = text.trim().replace(/\s+/g, ' ').toUpperCase();
  if (!withTime) return [trimmed.replace(/[.-]/g, '/').replace(/ ?\/ ?/g, '/')];
  const [day = '', ...rest] = trimmed.split(/[ T]/);
  return [day.replace(/[.-]/g, '/'), rest.join(' ')];
}

const first = (text: string, formats: readonly string[]) =>
  formats.map((format) => dayjs(text, format, true)).find((parsed) => parsed.isValid());

import { day, spaced } from '@/shared/lib/format';
import { texts } from './texts';

/** A value of the application as text. Values of parts are listed by field. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.emptyValue;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (Array.isArray(value)) return value.length === 0 ? texts.emptyValue : value.map(valueText).join(', ');
  if (typeof value === 'object') {
    const fields = Object.entries(value).filter(([name, field]) => name !== 'id' && hasValue(field));
    if (fields.length === 0) return texts.emptyValue;
    return fields.map(([name, field]) => `${fieldWords(name)}: ${valueText(field)}`).join('; ');
  }
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(text);
  return /^[A-Z][A-Za-z]+$/.test(text) ? spaced(text) : text;
}

const hasValue = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.some(hasValue);
  return typeof value !== 'object' || Object.values(value).some(hasValue);
};

/** `taxpayerIdentifierLastFour` as words. */
const fieldWords = (name: string): string => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Label of a field by its path, while its history is being loaded. The server sends labels with the changes. */
export const labelOf = (path: string): string =>
  path
    .split('/')
    .filter((step) => !/^[\da-f]{8}-[\da-f-]{27}$/i.test(step))
    .map(fieldWords)
    .join(' › ');

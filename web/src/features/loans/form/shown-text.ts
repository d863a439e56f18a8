import { day, money, months } from '@/shared/lib/format';
import { itemTitle } from './catalog';
import { choiceLabel } from './choices';
import { codecOf } from './codec';
import { type Item, itemsAt } from './path';
import { texts } from './texts';

/** A value of a field as text, for people who only read. */
export function shownText(field: { kind: string; list: string }, value: unknown, application: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  switch (field.kind) {
    case 'choice':
      return choiceLabel(field.list, String(value));
    case 'choices':
      return (value as string[]).map((one) => choiceLabel(field.list, one)).join(', ');
    case 'yesno':
    case 'answer':
    case 'flag':
      return value === true || value === 'Yes' ? texts.yes : value === 'Unknown' ? texts.unknown : texts.no;
    case 'date':
      return day(String(value));
    case 'money':
    case 'signed-money':
      return money(String(value));
    case 'months':
      return months(value as number);
    case 'owners':
      return (value as string[]).map((id) => nameOf(application, id)).join(', ');
    case 'link':
      return nameOf(application, String(value));
    case 'taxpayer':
    case 'sealed-date':
    case 'account':
      return '••••';
    default:
      return typeof value === 'object' ? objectText(value) : codecOf(field.kind).write(value);
  }
}

function nameOf(application: unknown, id: string): string {
  const find = (list: string) => itemsAt(application, list).find((item) => item.id === id);
  const borrower: Item | undefined = find('borrowers');
  return borrower ? itemTitle('borrowers', borrower) : itemTitle('ownedProperties', find('ownedProperties'));
}

/** A removed or added item in a conflict. */
const objectText = (value: object): string =>
  Object.entries(value)
    .filter(([key, part]) => key !== 'id' && typeof part === 'string')
    .map(([, part]) => part)
    .join(', ');

import fieldsText from '../../../../../crates/lending/src/form/fields.tsv?raw';
import { cellsOf, choiceLabel } from './choices';
import { type Condition, parseCondition } from './condition';
import { type Item, isId, patternOf, valueAt } from './path';

/** A field of the form. The server reads the same table (`crates/lending/src/form/catalog.rs`). */
export type CatalogField = {
  /** Path in the application, with `*` for the id of a list item. */
  path: string;
  section: string;
  kind: string;
  /** The list of a choice. */
  list: string;
  /** The label as the form prints it. */
  label: string;
  visible: Condition;
  isNeeded: boolean;
};

/** Parts of an address and their labels. */
export const addressParts: Readonly<Record<string, string>> = {
  line: 'Street',
  unit: 'Unit #',
  city: 'City',
  county: 'County',
  state: 'State',
  postalCode: 'ZIP',
  country: 'Country',
  province: 'Province',
  foreignPostalCode: 'Postal code',
};

const fields = new Map<string, CatalogField>(
  cellsOf(fieldsText).map(([path = '', section = '', , typed = '', label = '', , visible = '', needed]) => {
    const [kind = '', list = ''] = typed.split(':');
    const isNeeded = needed === 'yes';
    return [path, { path, section, kind, list, label, visible: parseCondition(visible), isNeeded }];
  }),
);

export const catalogFields = (): readonly CatalogField[] => [...fields.values()];

/** The field at a path, or at a pattern with `*`. For a part of an address it is the address. */
export function fieldAt(path: string): CatalogField | undefined {
  const pattern = patternOf(path);
  const address = fields.get(pattern.slice(0, pattern.lastIndexOf('/')));
  return fields.get(pattern) ?? (address?.kind === 'address' ? address : undefined);
}

/** The label of a field alone. For a part of an address: the part. */
export function ownLabel(path: string): string {
  const field = fieldAt(path);
  if (field?.kind !== 'address') return field?.label ?? path;
  return addressParts[path.slice(path.lastIndexOf('/') + 1)] ?? field.label;
}

/** The title of an item without a name. */
const itemNames: Readonly<Record<string, string>> = {
  borrowers: 'Borrower',
  aliases: 'Alternate name',
  employments: 'Employment',
  incomes: 'Income',
  residences: 'Address',
  ownedProperties: 'Property',
  assets: 'Asset',
  liabilities: 'Debt',
  expenses: 'Expense',
  otherLoans: 'Other new mortgage',
  housingExpenses: 'Housing payment',
  credits: 'Credit',
  downPayments: 'Down payment',
  holders: 'Titleholder',
  counseling: 'Education or counseling',
};

const joined = (...parts: unknown[]) => parts.filter((part) => typeof part === 'string' && part !== '').join(' ');

/** What an item is called: a person's name, an employer, a creditor, or its kind. */
export function itemTitle(list: string, item: Item | undefined): string {
  const text = (key: string) => (typeof item?.[key] === 'string' ? (item[key] as string) : '');
  const kind = () => {
    const field = [...fields.values()].find(({ path }) => path.endsWith(`${list}/*/kind`));
    return field && text('kind') ? choiceLabel(field.list, text('kind')) : '';
  };
  const title =
    joined(text('firstName'), text('lastName'), text('suffix')) ||
    text('employerName') ||
    joined(valueAt(item, 'address/line')) ||
    text('holder') ||
    text('creditor') ||
    text('name') ||
    kind();
  return title || (itemNames[list] ?? 'Item');
}

/** The label of a path: the item, if the path is in a list, then the field. `Ana Ruiz › Acme Foods › Start Date`. */
export function labelOf(application: unknown, path: string): string {
  const steps = path.split('/');
  const items = steps.flatMap((step, at) => {
    if (!isId(step)) return [];
    const item = valueAt(application, steps.slice(0, at + 1).join('/')) as Item | undefined;
    return [itemTitle(steps[at - 1] ?? '', item)];
  });
  const field = fieldAt(path);
  const own = field ? [field.label] : isId(steps.at(-1)) ? [] : [path];
  const part = field?.kind === 'address' ? [addressParts[steps.at(-1) ?? ''] ?? ''] : [];
  return [...items, ...own, ...part].filter(Boolean).join(' › ');
}

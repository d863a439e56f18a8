/**
 * Paths of the application: `borrowers/{id}/firstName`. A step that is an id selects an item of a list. All functions
 * leave their arguments unchanged and share the parts that stay the same.
 */
type Fields = Readonly<Record<string, unknown>>;
export type Item = Fields & { readonly id: string };

const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isId = (step: string | undefined): boolean => step !== undefined && idShape.test(step);

/** Last step of a path that holds the order of a list. */
const order = 'order';

/** A path with `*` for each id. */
export const patternOf = (path: string): string =>
  path
    .split('/')
    .map((step) => (isId(step) ? '*' : step))
    .join('/');

/** The path of the list item that contains the field, or an empty path for the application. */
export function itemPathOf(path: string): string {
  const steps = path.split('/');
  return steps.slice(0, steps.findLastIndex(isId) + 1).join('/');
}

const hasId = (id: string) => (item: unknown) => (item as Item | undefined)?.id === id;

/** The value at a path, or undefined. */
export function valueAt(root: unknown, path: string): unknown {
  if (path === '') return root;
  let value = root;
  for (const step of path.split('/')) {
    if (Array.isArray(value)) value = step === order ? value.map(({ id }) => id) : value.find(hasId(step));
    else value = (value as Fields | null | undefined)?.[step];
  }
  return value;
}

/** The items of a list. */
export const itemsAt = (root: unknown, path: string): readonly Item[] =>
  (valueAt(root, path) as readonly Item[] | undefined) ?? noItems;
const noItems: readonly Item[] = [];

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A copy with another value at a path. An empty value removes the field or the item. Missing parts are created. */
export const withValue = <Root>(root: Root, path: string, value: unknown): Root =>
  put(root, path.split('/'), value) as Root;

function put(root: unknown, steps: readonly string[], value: unknown): unknown {
  const [step = '', ...rest] = steps;
  if (isId(step)) return putItem((root as readonly Item[] | undefined) ?? [], step, rest, value);
  if (step === order && Array.isArray(root)) return inOrder(root, value as readonly string[]);
  const fields = (root ?? {}) as Fields;
  const changed = rest.length > 0 ? put(fields[step], rest, value) : value;
  if (!isEmpty(changed)) return { ...fields, [step]: changed };
  const { [step]: _, ...others } = fields;
  return others;
}

function putItem(items: readonly Item[], id: string, rest: readonly string[], value: unknown): unknown {
  if (rest.length > 0) return items.map((item) => (item.id === id ? put(item, rest, value) : item));
  if (isEmpty(value)) return items.filter((item) => item.id !== id);
  return items.some(hasId(id)) ? items.map((item) => (item.id === id ? value : item)) : [...items, value];
}

const inOrder = (items: readonly Item[], ids: readonly string[]): readonly Item[] =>
  [...items].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));

/** Whether two values are equal. Absent, null and empty lists and objects all count as empty. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false;
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  }
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  const [fields, others] = [one as Fields, other as Fields];
  return Object.keys({ ...fields, ...others }).every((key) => isSame(fields[key], others[key]));
}

const isNothing = (value: unknown): boolean => {
  if (isEmpty(value)) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value as Fields).every(isNothing);
};

/** The paths of the fields that differ between two documents. */
export function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (before === after || isSame(before, after)) return [];
  const below = (key: string) => (path === '' ? key : `${path}/${key}`);
  if (areItems(before) || areItems(after)) {
    const [olds, news] = [itemsOf(before), itemsOf(after)];
    const ids = new Set([...olds, ...news].map(({ id }) => id));
    return [...ids].flatMap((id) => changedPaths(olds.find(hasId(id)), news.find(hasId(id)), below(id)));
  }
  if (!isPart(before) || !isPart(after)) return [path];
  const keys = Object.keys({ ...before, ...after });
  return keys.flatMap((key) => changedPaths(before?.[key], after?.[key], below(key)));
}

const areItems = (value: unknown): value is Item[] => Array.isArray(value) && value.some((item) => item?.id);
const itemsOf = (value: unknown): readonly Item[] => (areItems(value) ? value : noItems);

/** A part of the document with fields, which can be absent. */
const isPart = (value: unknown): value is Fields | undefined =>
  value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));

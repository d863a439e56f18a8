import { catalogFields } from './catalog';
import { holds } from './condition';
import { itemsAt, valueAt, withValue } from './path';

type Edit = readonly [path: string, to: unknown];

/** Edits that follow from an edit, in the same request. */
export const followingEdits = (before: unknown, path: string, to: unknown): readonly Edit[] => [
  ...hiddenAnswers(before, path, to),
  ...subjectProperty(before, path, to),
];

const declarations = catalogFields().filter(({ path }) => path.startsWith('borrowers/*/declarations/'));

/** URLA-29: an answer that hides follow-up questions clears their answers. */
function hiddenAnswers(before: unknown, path: string, to: unknown): readonly Edit[] {
  const [list, id, part] = path.split('/');
  if (list !== 'borrowers' || part !== 'declarations') return [];
  let after = withValue(before, path, to);
  const cleared: Edit[] = [];
  // A follow-up can have follow-ups, which come after it.
  for (const { path: pattern, visible } of declarations) {
    const follow = pattern.replace('*', id ?? '');
    const isHidden = !holds(visible, after, valueAt(after, `borrowers/${id}`));
    if (follow === path || !isHidden || valueAt(after, follow) === undefined) continue;
    cleared.push([follow, null]);
    after = withValue(after, follow, null);
  }
  return cleared;
}

/** URLA-24: on a refinance the subject property is the first one of section 3 and takes its address from 4a. */
function subjectProperty(before: unknown, path: string, to: unknown): readonly Edit[] {
  const properties = itemsAt(before, 'ownedProperties');
  const subject = properties.find(({ isSubject }) => isSubject === true);
  if (path.startsWith('property/address/') && subject) {
    return [[`ownedProperties/${subject.id}/address/${path.slice('property/address/'.length)}`, to]];
  }
  if (path !== 'loan/purpose' || to !== 'Refinance' || subject) return [];
  const id = crypto.randomUUID();
  const [primary] = itemsAt(before, 'borrowers');
  const added = {
    id,
    isSubject: true,
    owners: primary ? [primary.id] : [],
    address: valueAt(before, 'property/address') ?? {},
  };
  const order: Edit[] =
    properties.length > 0 ? [['ownedProperties/order', [id, ...properties.map((one) => one.id)]]] : [];
  return [[`ownedProperties/${id}`, added], ...order];
}

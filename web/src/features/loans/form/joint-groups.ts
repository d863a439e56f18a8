import { type Item, itemsAt } from './path';

/** The borrowers who apply jointly, in the order of the borrowers. Sections 2 and 3 exist once for each group. */
export function jointGroups(application: unknown): readonly (readonly string[])[] {
  const groups: Item[][] = [];
  for (const borrower of itemsAt(application, 'borrowers')) {
    const isJoint = (other: Item) => other.jointWith === borrower.id || borrower.jointWith === other.id;
    const group = groups.find((one) => one.some(isJoint));
    if (group) group.push(borrower);
    else groups.push([borrower]);
  }
  return groups.map((group) => group.map(({ id }) => id));
}

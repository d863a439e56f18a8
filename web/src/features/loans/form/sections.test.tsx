import { expect, it } from 'vitest';
import { catalogFields, fieldAt } from './catalog';
import { choicesOf } from './choices';
import type { Block } from './layout';
import { scifLayout } from './layouts/declaration-layouts';
import { headLayout } from './layouts/loan-layouts';
import { cellOf } from './rows';
import { sections } from './sections';

it('URLA-01: the sections are the 26 of the form, in its order', () => {
  expect(sections.map(({ key }) => key).join(' ')).toBe(
    '1a 1b 1c 1d 1e 2a 2b 2c 2d 3a 3b 3c 4a 4b 4c 4d 5a 5b 6 7 8 9 L1 L2 L3 L4',
  );
});

it('every field of a layout is in the catalog, and every choice has its list', () => {
  const unknown: string[] = [];
  const check = (path: string) => {
    if (!fieldAt(path)) unknown.push(path);
  };
  const prefixes = { borrower: 'borrowers/*/', group: '', loan: '' };
  for (const { scope, blocks } of [headLayout, ...sections, scifLayout]) {
    for (const block of blocks as readonly Block[]) {
      if ('part' in block) continue;
      const [rows, prefix] =
        'list' in block ? [block.list.rows, `${prefixes[scope]}${block.list.path}/*/`] : [block.rows, prefixes[scope]];
      for (const cell of rows.flat()) check(prefix + cellOf(cell).path);
      if ('list' in block && block.list.sum) check(prefix + block.list.sum);
    }
  }
  expect(unknown).toEqual([]);
  for (const { kind, list } of catalogFields()) {
    if (kind.startsWith('choice')) expect(choicesOf(list).length, list).toBeGreaterThan(0);
  }
});

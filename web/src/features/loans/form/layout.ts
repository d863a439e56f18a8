import type { ComponentType } from 'react';
import type { Item } from './path';

/**
 * Which fields of a section share a row. A field is its path below the scope, with an optional width in twelfths:
 * `firstName:4`. Fields without a width share the rest of the row.
 */
export type Row = readonly string[];

/** Where a section is shown: the path of its borrower or the application, and the borrowers whose items it shows. */
export type Scope = {
  /** `borrowers/{id}/`, or empty for the application. */
  prefix: string;
  /** Where 'Does not apply' marks are: a joint group keeps them at its first borrower. */
  markPrefix: string;
  borrowers: readonly string[];
  /** Whether items without an owner are shown here. */
  isFirst: boolean;
};

export type ListLayout = {
  /** Path of the list below the scope. */
  path: string;
  /** The name of an item: `Add account`. */
  noun: string;
  rows: readonly Row[];
  /** A table has one row of fields for each item, cards have several. */
  as: 'table' | 'cards';
  isShown?: (item: Item, application: unknown, scope: Scope) => boolean;
  /** The fields of a new item. */
  initial?: (scope: Scope, application: unknown) => Record<string, unknown>;
  /** The amount whose sum stands below the list. */
  sum?: string;
  sumLabel?: string;
  /** The 'Does not apply' mark of the list, below the scope. */
  mark?: string;
  /** The most items of this list in the section. */
  most?: number;
  /** Items that the whole list must have before this section can add one. */
  least?: number;
  /** Shown below the fields of each item. */
  more?: ComponentType<{ path: string; scope: Scope }>;
};

export type Block =
  | {
      rows: readonly Row[];
      title?: string;
      /** Questions have their answers at the right. */
      as?: 'questions';
      when?: (application: unknown, scope: Scope) => boolean;
    }
  | { list: ListLayout; title?: string }
  | { part: ComponentType<{ scope: Scope }> };

export type SectionScope = 'borrower' | 'group' | 'loan';

export type SectionLayout = {
  key: string;
  /** The title on the form. */
  title: string;
  /** The title in the list of sections. */
  name: string;
  scope: SectionScope;
  blocks: readonly Block[];
};

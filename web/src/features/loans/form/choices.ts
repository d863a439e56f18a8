import choicesText from '../../../../../crates/lending/src/form/choices.tsv?raw';

/** A value of a list of the form. The server reads the same table. */
export type CatalogChoice = {
  value: string;
  label: string;
  /** Whether the form offers it: `yes`, the sections that do, or empty. */
  offered: string;
};

/** The cells of a table with a header. */
export const cellsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'));

const lists = new Map<string, CatalogChoice[]>();
for (const [list = '', value = '', label = '', , offered = ''] of cellsOf(choicesText)) {
  lists.set(list, [...(lists.get(list) ?? []), { value, label, offered }]);
}

export const choicesOf = (list: string): readonly CatalogChoice[] => lists.get(list) ?? [];

/** The choices that a section offers, and the present value even if the section doesn't offer it. */
export const offeredIn = (list: string, section: string, present?: unknown): readonly CatalogChoice[] =>
  choicesOf(list).filter(
    ({ offered, value }) => offered === 'yes' || offered.split(',').includes(section) || value === present,
  );

/** The label of a value in a list, or the value itself. */
export const choiceLabel = (list: string, value: string): string =>
  choicesOf(list).find((choice) => choice.value === value)?.label ?? value;

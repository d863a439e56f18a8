import { ActionIcon } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { itemTitle } from './catalog';
import classes from './form.module.css';
import { useForm, useFormValue } from './form-context';
import type { ListLayout, Scope } from './layout';
import { listName, moveItem, removeItem } from './list-edits';
import { type Item, valueAt } from './path';
import { ProblemMark } from './problem-mark';
import { Rows, TableRow } from './rows';
import { texts } from './texts';

type Props = { list: ListLayout; scope: Scope; section: string; ids: readonly string[]; at: number };

/** One item of a list: a row of a table with further fields below it, or a card. */
export function ListItem({ list, scope, section, ids, at }: Props) {
  const { isReadOnly } = useForm();
  const id = ids[at] ?? '';
  const path = `${scope.prefix}${list.path}/${id}`;
  const title = useFormValue((store) =>
    itemTitle(listName(list.path), valueAt(store.application, path) as Item | undefined),
  );
  const [first = [], ...others] = list.rows;
  const More = list.more;
  return (
    <fieldset className={classes.item} data-as={list.as} data-item={id}>
      <legend className={list.as === 'cards' ? classes.itemTitle : 'visually-hidden'}>{title}</legend>
      <ProblemMark path={path} />
      <div className={classes.itemBody}>
        {list.as === 'table' && <TableRow row={first} prefix={`${path}/`} section={section} />}
        <Rows rows={list.as === 'table' ? others : list.rows} prefix={`${path}/`} section={section} />
        {More && <More path={path} scope={scope} />}
      </div>
      {!isReadOnly && <ItemActions title={title} listPath={scope.prefix + list.path} ids={ids} at={at} />}
    </fieldset>
  );
}

type ActionsProps = { title: string; listPath: string; ids: readonly string[]; at: number };

/** Keys move items, so only removing is a tab stop. */
function ItemActions({ title, listPath, ids, at }: ActionsProps) {
  const { store } = useForm();
  const id = ids[at] ?? '';
  const move = (by: -1 | 1) => moveItem(store, listPath, ids, id, by);
  const button = { variant: 'subtle', color: 'gray', size: 24 } as const;
  return (
    <div className={classes.itemActions}>
      {at > 0 && (
        <ActionIcon {...button} tabIndex={-1} aria-label={texts.moveUp(title)} onClick={() => move(-1)}>
          <IconArrowUp size={14} aria-hidden />
        </ActionIcon>
      )}
      {at < ids.length - 1 && (
        <ActionIcon {...button} tabIndex={-1} aria-label={texts.moveDown(title)} onClick={() => move(1)}>
          <IconArrowDown size={14} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon {...button} aria-label={texts.removeLabel(title)} onClick={() => removeItem(store, listPath, id)}>
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}

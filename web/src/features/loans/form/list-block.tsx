import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { type KeyboardEvent, useRef } from 'react';
import { Field } from './fields/field';
import classes from './form.module.css';
import { useForm, useFormValue, useIds } from './form-context';
import type { ListLayout, Scope } from './layout';
import { addItem, moveItem } from './list-edits';
import { ListItem } from './list-item';
import { ListSum } from './list-sum';
import { itemsAt } from './path';
import { ProblemMark } from './problem-mark';
import { TableHead } from './rows';
import { texts } from './texts';

type Props = { list: ListLayout; scope: Scope; section: string };

/** A list of the form. Ctrl+Enter adds an item, Alt with an arrow moves the current one. */
export function ListBlock({ list, scope, section }: Props) {
  const { store, isReadOnly } = useForm();
  const listPath = scope.prefix + list.path;
  const ids = useIds(listPath, (item, application) => list.isShown?.(item, application, scope) ?? true);
  const isMarked = useFormValue((form) => Boolean(list.mark) && form.value(scope.markPrefix + list.mark) === true);
  const isReady = useFormValue((form) => itemsAt(form.application, listPath).length >= (list.least ?? 0));
  const block = useRef<HTMLDivElement>(null);
  const mayAdd = !isReadOnly && isReady && ids.length < (list.most ?? Number.POSITIVE_INFINITY);

  const add = () => {
    const id = addItem(store, list, scope);
    // The new item is in the page after the next paint.
    setTimeout(() => focusFirst(block.current?.querySelector(`[data-item="${id}"]`)));
  };
  const press = (event: KeyboardEvent) => {
    const id = (event.target as Element).closest('[data-item]')?.getAttribute('data-item');
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && mayAdd) {
      event.preventDefault();
      add();
    } else if (event.altKey && id && !isReadOnly && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      moveItem(store, listPath, ids, id, event.key === 'ArrowUp' ? -1 : 1);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields inside
    <div ref={block} className={classes.list} data-as={list.as} onKeyDown={press}>
      {list.as === 'table' && ids.length > 0 && <TableHead row={list.rows[0] ?? []} prefix={`${listPath}/*/`} />}
      {ids.map((id, at) => (
        <ListItem key={id} list={list} scope={scope} section={section} ids={ids} at={at} />
      ))}
      {list.sum && ids.length > 0 && <ListSum list={list} listPath={listPath} ids={ids} />}
      <div className={classes.listFoot}>
        <ProblemMark path={listPath} />
        {mayAdd && (
          <Button
            variant="subtle"
            size="compact-xs"
            flex="none"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
          >
            {texts.add(list.noun)}
          </Button>
        )}
        {list.mark && (ids.length === 0 || isMarked) && <Mark path={scope.markPrefix + list.mark} />}
      </div>
    </div>
  );
}

/** The mark that a list doesn't apply. The form has its own words for real estate. */
const Mark = ({ path }: { path: string }) =>
  path.endsWith('/realEstate') ? <Field path={path} /> : <Field path={path} label={texts.doesNotApply} />;

function focusFirst(item: Element | null | undefined) {
  item?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

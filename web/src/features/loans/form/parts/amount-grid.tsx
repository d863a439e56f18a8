import { useState } from 'react';
import { amount, sum } from '@/shared/lib/format';
import { Field } from '../fields/field';
import { idOf } from '../fields/field-props';
import { ReadOnlyField } from '../fields/read-only-field';
import { TextField } from '../fields/text-field';
import classes from '../form.module.css';
import { useForm, useFormValue } from '../form-context';
import { Total } from '../list-sum';
import { type Item, itemsAt } from '../path';

/** A printed line of amounts: the kinds that count in it, the first of which a new amount gets. */
export type AmountLine = { label: string; kinds: readonly string[] };

type Props = {
  title: string;
  listPath: string;
  lines: readonly AmountLine[];
  field: 'monthlyAmount' | 'amount';
  section: string;
  isOwn: (item: Item) => boolean;
  initial: Readonly<Record<string, unknown>>;
  totalLabel: string;
  totalNote?: (total: string) => string;
};

/** Amounts by printed line. Each is an item of a list, which exists as soon as an amount is typed. */
export function AmountGrid({ title, listPath, lines, isOwn, totalLabel, totalNote, ...line }: Props) {
  const total = useFormValue(({ application }) =>
    sum(
      itemsAt(application, listPath)
        .filter((item) => isOwn(item) && lines.some(({ kinds }) => kinds.includes(String(item.kind))))
        .map((item) => item[line.field] as string),
    ),
  );
  return (
    <fieldset className={classes.grid}>
      <legend>{title}</legend>
      {lines.map((one) => (
        <Line key={one.label} {...line} line={one} listPath={listPath} isOwn={isOwn} title={title} />
      ))}
      <Total label={totalLabel} amount={total} {...(totalNote && total ? { note: totalNote(total) } : {})} />
    </fieldset>
  );
}

type LineProps = Pick<Props, 'title' | 'listPath' | 'field' | 'section' | 'isOwn' | 'initial'> & { line: AmountLine };

function Line({ line, listPath, isOwn, ...rest }: LineProps) {
  const [newId, setNewId] = useState(() => crypto.randomUUID() as string);
  const ids = useFormValue(({ application }) =>
    itemsAt(application, listPath)
      .filter((item) => isOwn(item) && line.kinds.includes(String(item.kind)))
      .map(({ id }) => id)
      .join(' '),
  );
  const shown = ids === '' ? [newId] : ids.split(' ');
  return shown.map((id) => (
    <Amount
      key={id}
      {...rest}
      line={line}
      path={`${listPath}/${id}`}
      id={id}
      onCleared={() => setNewId(crypto.randomUUID())}
    />
  ));
}

type AmountProps = Omit<LineProps, 'listPath' | 'isOwn'> & { path: string; id: string; onCleared: () => void };

function Amount({ line, path, id, field, section, initial, onCleared }: AmountProps) {
  const { store, isReadOnly } = useForm();
  const exists = useFormValue(({ value }) => value(path) !== undefined);
  /** An amount creates its item, and an empty amount removes it. */
  const write = (to: unknown, now: boolean) => {
    if (to === null && now) {
      if (store.value(path) !== undefined) store.set(path, null, true);
      onCleared();
    } else if (store.value(path) === undefined) {
      if (to !== null) store.set(path, { ...initial, id, kind: line.kinds[0], [field]: to }, now);
    } else store.set(`${path}/${field}`, to, now);
  };
  const props = {
    path: `${path}/${field}`,
    label: line.label,
    kind: 'money',
    list: '',
    section,
    isInTable: true,
  };
  const hasKinds = exists && line.kinds.length > 1;
  return (
    <div className={classes.amount}>
      <span aria-hidden className={classes.amountLabel}>
        <label htmlFor={idOf(props.path)}>{line.label}</label>
      </span>
      {isReadOnly ? <ReadOnlyField {...props} /> : <TextField {...props} onWrite={write} />}
      <div className={classes.amountKind}>
        {hasKinds && <Field path={`${path}/kind`} section={section} isInTable />}
        {exists && <Field path={`${path}/other`} section={section} isInTable />}
      </div>
    </div>
  );
}

/** The yearly amount of a monthly one. */
export const yearly = (monthly: string): string => `$${amount(sum(Array.from({ length: 12 }, () => monthly)))}`;

import { Button } from '@mantine/core';
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
import { texts } from '../texts';

/** A printed line of amounts: the kinds that count in it, the first of which a new amount gets. */
export type AmountLine = { label: string; kinds: readonly string[] };

/** An amount that the server computes for a line, and whether it counts. A typed amount overrides it. */
export type ComputedAmount = { amount: string; counts: boolean };

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
  /** Computed amounts by the first kind of their line. */
  computed?: Readonly<Record<string, ComputedAmount>>;
};

/** Amounts by printed line. Each is an item of a list, which exists as soon as an amount is typed. */
export function AmountGrid({ title, listPath, lines, isOwn, totalLabel, totalNote, computed = {}, ...line }: Props) {
  const total = useFormValue(({ application }) => {
    const own = itemsAt(application, listPath).filter(isOwn);
    return sum(
      lines.flatMap(({ kinds }) => {
        const items = own.filter((item) => kinds.includes(String(item.kind)));
        const derived = computed[kinds[0] ?? ''];
        if (items.length === 0) return derived?.counts ? [derived.amount] : [];
        return items.map((item) => item[line.field] as string);
      }),
    );
  });
  return (
    <fieldset className={classes.grid}>
      <legend>{title}</legend>
      {lines.map((one) => (
        <Line
          key={one.label}
          {...line}
          line={one}
          listPath={listPath}
          isOwn={isOwn}
          title={title}
          computed={computed[one.kinds[0] ?? '']}
        />
      ))}
      <Total label={totalLabel} amount={total} {...(totalNote && total ? { note: totalNote(total) } : {})} />
    </fieldset>
  );
}

type LineProps = Pick<Props, 'title' | 'listPath' | 'field' | 'section' | 'isOwn' | 'initial'> & {
  line: AmountLine;
  computed: ComputedAmount | undefined;
};

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

function Amount({ line, path, id, field, section, initial, computed, onCleared }: AmountProps) {
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
        {computed && <Computed {...computed} path={props.path} onUse={() => write(null, true)} />}
      </div>
    </div>
  );
}

type ComputedProps = ComputedAmount & { path: string; onUse: () => void };

/** The computed amount beside a line, or the mark that a typed amount overrides it. */
function Computed({ amount: derived, counts, path, onUse }: ComputedProps) {
  const { isReadOnly } = useForm();
  const own = useFormValue(({ value }) => value(path));
  if (own === undefined) return counts && <span className={classes.computed}>{texts.computed(amount(derived))}</span>;
  if (own === derived) return null;
  return (
    <span className={classes.computed}>
      {texts.overrides(amount(derived))}
      {!isReadOnly && (
        <Button variant="subtle" size="compact-xs" onClick={onUse}>
          {texts.useComputed}
        </Button>
      )}
    </span>
  );
}

/** The yearly amount of a monthly one. */
export const yearly = (monthly: string): string => `$${amount(sum(Array.from({ length: 12 }, () => monthly)))}`;

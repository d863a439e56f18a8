import { amount, sum } from '@/shared/lib/format';
import classes from './form.module.css';
import { useFormValue } from './form-context';
import type { ListLayout } from './layout';
import { texts } from './texts';

/** The sum of a list's amounts while they are typed. */
export function ListSum({ list, listPath, ids }: { list: ListLayout; listPath: string; ids: readonly string[] }) {
  const total = useFormValue(({ value }) => sum(ids.map((id) => value(`${listPath}/${id}/${list.sum}`) as string)));
  return <Total label={list.sumLabel ?? texts.total} amount={total} />;
}

/** A total below amounts. */
export const Total = ({ label, amount: total, note }: { label: string; amount: string; note?: string }) => (
  <p className={classes.total}>
    <span>{label}</span>
    <strong className="tabular">${amount(total || '0.00')}</strong>
    {note && <span className={classes.totalNote}>{note}</span>}
  </p>
);

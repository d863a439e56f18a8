import { Field } from '../fields/field';
import classes from '../form.module.css';
import { useFormValue } from '../form-context';
import type { ListLayout, Scope } from '../layout';
import { ListBlock } from '../list-block';
import { isId, itemsAt } from '../path';
import { texts } from '../texts';

const mortgages = (property: string): ListLayout => ({
  path: 'liabilities',
  noun: 'mortgage',
  as: 'table',
  rows: [
    ['creditor:3', 'accountNumber:2', 'monthlyPayment:2', 'balance:2', 'mortgageType:2', 'creditLimit:1'],
    ['kind:3', 'paidOffAtClosing:4', 'includesTaxesAndInsurance:3', 'owners:2'],
  ],
  isShown: (item) => item.ownedProperty === property,
  initial: ({ borrowers }) => ({ kind: 'MortgageLoan', ownedProperty: property, owners: borrowers.slice(0, 1) }),
});

/** The mortgages of a property, or the mark that it has none. */
export function PropertyMortgages({ path, scope }: { path: string; scope: Scope }) {
  const property = path.split('/').findLast(isId) ?? '';
  const hasMortgages = useFormValue(({ application }) =>
    itemsAt(application, 'liabilities').some((item) => item.ownedProperty === property),
  );
  return (
    <div className={classes.nested}>
      <h4>{texts.mortgages}</h4>
      <ListBlock list={mortgages(property)} scope={scope} section="3a" />
      {!hasMortgages && <Field path={`${path}/notMortgaged`} label={texts.doesNotApply} />}
    </div>
  );
}

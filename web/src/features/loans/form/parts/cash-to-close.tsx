import { amount } from '@/shared/lib/format';
import { assessmentOf } from '../assessment';
import classes from '../form.module.css';
import { useFormValue } from '../form-context';

/** Lines A to N with the cash from or to the borrower, as the server computes them. */
export function CashToClose() {
  const cash = useFormValue(({ document }) => assessmentOf(document)?.figures.cash);
  if (!cash) return null;
  return (
    <table className={classes.lines}>
      <tbody>
        {cash.lines.map(({ line, label, amount: value }) => (
          <tr key={line} data-total={'HKN'.includes(line) || undefined}>
            <th scope="row">
              {line}. {label}
            </th>
            <td className="tabular">{amount(value)}</td>
          </tr>
        ))}
        <tr data-total>
          <th scope="row">{cash.label}</th>
          <td className="tabular">{amount(cash.cashFromBorrower)}</td>
        </tr>
      </tbody>
    </table>
  );
}

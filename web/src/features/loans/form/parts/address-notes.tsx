import { months } from '@/shared/lib/format';
import classes from '../form.module.css';
import { useFormValue } from '../form-context';
import type { Scope } from '../layout';
import { itemsAt } from '../path';
import { texts } from '../texts';

/** The address history covers this many months. */
const neededMonths = 24;

/** How many months the address history lacks. */
export function AddressNotes({ scope }: { scope: Scope }) {
  const missing = useFormValue(({ application }) => {
    const stays = itemsAt(application, `${scope.prefix}residences`).map((item) => Number(item.months ?? 0));
    return stays.length === 0 ? 0 : Math.max(0, neededMonths - stays.reduce((all, stay) => all + stay, 0));
  });
  return missing > 0 && <p className={classes.notice}>{texts.addressMonths(months(missing))}</p>;
}

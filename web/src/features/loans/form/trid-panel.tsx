import { dayAndTime } from '@/shared/lib/format';
import classes from './aside.module.css';
import { AsidePanel } from './aside-panel';
import { assessmentOf } from './assessment';
import { useFormValue } from './form-context';
import { StateSymbol } from './state-symbol';
import { texts } from './texts';

/** The six items that make an application under TRID, and when the sixth arrived. */
export function TridPanel() {
  const trid = useFormValue(({ document }) => assessmentOf(document)?.trid);
  if (!trid) return null;
  const missing = trid.missing.map(({ item }) => item);
  const present = Object.keys(texts.tridItems).filter((item) => !missing.includes(item)).length;
  return (
    <AsidePanel title={texts.applicationReceived} note={texts.itemsPresent(present)}>
      <ul className={classes.items}>
        {Object.entries(texts.tridItems).map(([item, label]) => (
          <li key={item}>
            <StateSymbol tone={missing.includes(item) ? 'empty' : 'complete'} />
            {label} <span className="visually-hidden">{missing.includes(item) ? texts.absent : texts.present}</span>
          </li>
        ))}
      </ul>
      {trid.completedAt && <p className={classes.foot}>{texts.completeSince(dayAndTime(trid.completedAt))}</p>}
    </AsidePanel>
  );
}

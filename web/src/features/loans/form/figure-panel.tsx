import { useState } from 'react';
import { money } from '@/shared/lib/format';
import classes from './aside.module.css';
import { AsidePanel } from './aside-panel';
import { assessmentOf, type Part } from './assessment';
import { useFormValue } from './form-context';
import { useFocusField } from './selection';
import { texts } from './texts';

/** The ratios of the loan. Why opens the parts of a ratio, and each part leads to its field. */
export function FigurePanel() {
  const figures = useFormValue(({ document }) => assessmentOf(document)?.figures);
  if (!figures) return null;
  const { ratios, loanToValue } = figures;
  const percent = (value: string | null | undefined) => (value ? `${value}%` : '–');
  return (
    <AsidePanel title={texts.ratios}>
      <Figure
        label={texts.housing}
        value={ratios.housing.percent ? percent(ratios.housing.percent) : ratios.housing.text}
        note={texts.ofIncome(money(ratios.housing.amount), money(ratios.income))}
        parts={ratios.housing.parts}
      />
      <Figure
        label={texts.debt}
        value={ratios.total.percent ? percent(ratios.total.percent) : ratios.total.text}
        note={texts.ofIncome(money(ratios.total.amount), money(ratios.income))}
        parts={ratios.total.parts}
      />
      <Figure label="LTV" value={percent(loanToValue.ltv.percent)} parts={loanToValue.ltv.parts} />
      <Figure label="CLTV" value={percent(loanToValue.cltv.percent)} parts={loanToValue.cltv.parts} />
      <Figure label="HCLTV" value={percent(loanToValue.hcltv.percent)} parts={loanToValue.hcltv.parts} />
    </AsidePanel>
  );
}

type FigureProps = { label: string; value: string; note?: string; parts: readonly Part[] };

function Figure({ label, value, note, parts }: FigureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.figure}>
      <div className={classes.figureHead}>
        <span>{label}</span>
        {parts.length > 0 && (
          <button
            type="button"
            className={classes.link}
            aria-expanded={isOpen}
            aria-label={isOpen ? texts.hideParts(label) : texts.why(label)}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? texts.hideWhy : texts.whyShort}
          </button>
        )}
        <strong className="tabular">{value}</strong>
      </div>
      {note && <p className={classes.figureNote}>{note}</p>}
      {isOpen && <Parts label={label} parts={parts} />}
    </div>
  );
}

/** The parts of a figure with their treatment: counted, or why they are left out. */
function Parts({ label, parts }: { label: string; parts: readonly Part[] }) {
  const focusField = useFocusField();
  return (
    <ul className={classes.parts} aria-label={texts.partsOf(label)}>
      {parts.map(({ label: name, path, amount, counted, treatment }) => (
        <li key={`${path}:${name}:${amount}`} data-left-out={!counted || undefined}>
          {path ? (
            <button type="button" className={classes.link} onClick={() => focusField(path)}>
              {name}
            </button>
          ) : (
            <span>{name}</span>
          )}
          <span className="tabular">{money(amount)}</span>
          <span>{treatment}</span>
        </li>
      ))}
    </ul>
  );
}

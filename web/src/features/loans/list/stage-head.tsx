import { integer, money, sum } from '@/shared/lib/format';
import { useRovingFocus } from '@/shared/lib/use-roving-focus';
import { StageName } from '@/shared/records/stage-name';
import { useLookups } from '@/shared/session/lookups';
import { texts } from '../texts';
import type { LoanSearch } from './loan-search';
import classes from './stage-head.module.css';
import { useStageTotals } from './stage-totals';

type Props = { search: LoanSearch; onChange: (change: Partial<LoanSearch>) => void };

/** Widths of the skeletons in pixels, close to the final widths. */
const comingWidths = [115, 93, 151, 144, 132, 105, 150, 157, 106, 178];

/** Count and amount of the pipeline by stage. A press filters the list by the stage, another press clears it. */
export function StageHead({ search, onChange }: Props) {
  const { loanStages } = useLookups();
  const cards = useRovingFocus<HTMLUListElement>();
  const { data: totals, isPending } = useStageTotals(search);
  if (isPending) {
    return (
      <div className={`${classes.head} ${classes.coming}`} aria-hidden>
        {comingWidths.map((width) => (
          <span key={width} style={{ width }} />
        ))}
      </div>
    );
  }
  if (!totals) return null;
  if (!totals.rows) return <p className={classes.tooMany}>{texts.tooManyToSum}</p>;
  const { rows } = totals;
  const shown = loanStages.flatMap((stage) => {
    const total = rows.find(({ stageId }) => stageId === stage.id);
    return total ? [{ stage, total }] : [];
  });
  const count = rows.reduce((all, row) => all + row.count, 0);
  if (count === 0) return null;
  return (
    <ul ref={cards} className={classes.head} aria-label={texts.byStage} data-scrolls-sideways data-roving>
      <li>
        <button type="button" aria-pressed={!search.stage} onClick={() => onChange({ stage: undefined })}>
          <span className={classes.name}>{texts.allStages}</span>
          <Sum count={count} amount={sum(rows.map(({ LoanAmount }) => LoanAmount))} />
        </button>
      </li>
      {shown.map(({ stage, total }) => {
        const isChosen = search.stage === String(stage.id);
        return (
          <li key={stage.id}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange({ stage: isChosen ? undefined : String(stage.id) })}
            >
              <StageName stage={stage} />
              <Sum count={total.count} amount={total.LoanAmount} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const Sum = ({ count, amount }: { count: number; amount: string }) => (
  <span className={classes.sum}>
    <b>{integer(count)}</b> {money(amount)}
  </span>
);

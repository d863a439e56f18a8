import classes from './aside.module.css';
import { type Problem, problemAt } from './assessment';
import { useFormValue } from './form-context';
import { StateSymbol, type Tone } from './state-symbol';

/** The symbol of a failed rule. A missing answer is quiet, so that only trouble is loud. */
export const toneOf = ({ severity, missing }: Problem): Tone =>
  missing ? 'empty' : severity === 'Error' ? 'error' : 'warning';

/** The mark of a failed rule at its field, item or list. */
export function ProblemMark({ path, id }: { path: string; id?: string }) {
  const problem = useFormValue(({ document }) => problemAt(document, path));
  if (!problem) return null;
  return (
    <span className={classes.fieldMark} title={problem.message} id={id} data-rule={problem.id}>
      <StateSymbol tone={toneOf(problem)} />
      <span className="visually-hidden">{problem.message}</span>
    </span>
  );
}

import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import classes from './aside.module.css';
import { AsidePanel } from './aside-panel';
import { assessmentOf, type Problem, problemsOf } from './assessment';
import { useFormValue } from './form-context';
import { toneOf } from './problem-mark';
import { useFocusField } from './selection';
import { StateSymbol } from './state-symbol';
import { texts } from './texts';

/** The failed rules of the form, and what keeps the loan from DU. Each entry leads to its field, F8 to the next one. */
export function ProblemPanels() {
  const problems = useFormValue(({ document }) => problemsOf(document));
  const ofDu = useFormValue(({ document }) => assessmentOf(document)?.du);
  const focusField = useFocusField();
  const last = useRef(-1);
  const next = () => {
    last.current = (last.current + 1) % Math.max(1, problems.length);
    const problem = problems[last.current];
    if (problem) focusField(problem.path, problem.section);
  };
  useHotkeys([['F8', next]], []);
  if (!ofDu) return null;
  return (
    <>
      <AsidePanel title={texts.rules} note={<Counts problems={problems} />}>
        <ProblemList problems={problems} none={texts.noProblems} />
        {problems.length > 0 && (
          <p className={classes.foot}>
            {texts.errorsStop}
            <span>
              <kbd>F8</kbd> {texts.next}
            </span>
          </p>
        )}
      </AsidePanel>
      <AsidePanel title={texts.readyForDu} note={texts.things(ofDu.length)}>
        <ProblemList problems={ofDu} none={texts.readyForDuNow} />
      </AsidePanel>
    </>
  );
}

function Counts({ problems }: { problems: readonly Problem[] }) {
  const errors = problems.filter(({ severity }) => severity === 'Error').length;
  const warnings = problems.length - errors;
  return (
    <span className={classes.counts}>
      {errors > 0 && (
        <span>
          <StateSymbol tone="error" /> {texts.errors(errors)}
        </span>
      )}
      {warnings > 0 && (
        <span>
          <StateSymbol tone="warning" /> {texts.warnings(warnings)}
        </span>
      )}
    </span>
  );
}

function ProblemList({ problems, none }: { problems: readonly Problem[]; none: string }) {
  const missing = problems.filter((problem) => problem.missing);
  const wrong = problems.filter((problem) => !problem.missing);
  if (problems.length === 0) return <p className={classes.figureNote}>{none}</p>;
  return (
    <>
      <Entries problems={wrong} />
      {missing.length > 0 && (
        <details className={classes.missing} open={wrong.length === 0 || missing.length < 6}>
          <summary>{texts.missingAnswers(missing.length)}</summary>
          <Entries problems={missing} />
        </details>
      )}
    </>
  );
}

function Entries({ problems }: { problems: readonly Problem[] }) {
  const focusField = useFocusField();
  return (
    <ul className={classes.problems}>
      {problems.map((problem) => (
        <li key={`${problem.id}:${problem.path}`}>
          <button type="button" onClick={() => focusField(problem.path, problem.section)}>
            <StateSymbol tone={toneOf(problem)} />
            <span>
              <span className="visually-hidden">{problem.severity === 'Error' ? texts.error : texts.warning} </span>
              {problem.message}
            </span>
            <span>{problem.section}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

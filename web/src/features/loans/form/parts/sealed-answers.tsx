import classes from '../form.module.css';
import { useFormValue } from '../form-context';
import type { Scope } from '../layout';
import { texts } from '../texts';

/** Whether the borrower gave the information of section 8. */
export function SealedAnswers({ scope }: { scope: Scope }) {
  const isGiven = useFormValue(({ document }) =>
    document.sealed.some((path) => path.startsWith(`${scope.prefix}demographics`)),
  );
  return <p className={classes.quiet}>{isGiven ? texts.answersSealed : texts.nothingEntered}</p>;
}

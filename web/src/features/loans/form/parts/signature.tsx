import { day } from '@/shared/lib/format';
import classes from '../form.module.css';
import { useValue } from '../form-context';
import type { Scope } from '../layout';
import { texts } from '../texts';

/** Whether the borrower signed. Staff can't change it. */
export function Signature({ scope }: { scope: Scope }) {
  const signedOn = useValue(`${scope.prefix}signedOn`);
  return (
    <p className={classes.quiet}>{typeof signedOn === 'string' ? texts.signed(day(signedOn)) : texts.notSigned}</p>
  );
}

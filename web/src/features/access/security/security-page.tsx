import { LoginsPanel } from './logins-panel';
import { PasswordPanel } from './password-panel';
import { SecondFactorPanel } from './second-factor-panel';
import classes from './security-page.module.css';
import { texts } from './texts';

/** Everything about one's own sign-in: where it is open, its password, its second factor. */
export function SecurityPage() {
  return (
    <div className={classes.page}>
      <h1>{texts.title}</h1>
      <LoginsPanel />
      <PasswordPanel />
      <SecondFactorPanel />
    </div>
  );
}

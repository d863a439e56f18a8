import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '../public-form.module.css';
import { texts as accessTexts } from '../texts';
import { CodeForm } from './code-form';
import { texts } from './texts';

type Props = { problem: string | null; isBusy: boolean; onCode: (code: string) => void };

/** The second step: an authenticator code or a recovery code. */
export function CodeStep({ problem, isBusy, onCode }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <>
      <h1>{isRecovery ? texts.recoveryTitle : texts.codeTitle}</h1>
      <p className={classes.message} role="status">
        {isRecovery ? texts.recoveryText : texts.codeText}
      </p>
      <CodeForm
        key={String(isRecovery)}
        kind={isRecovery ? 'recovery' : 'authenticator'}
        problem={problem}
        isBusy={isBusy}
        onCode={onCode}
      />
      <div className={classes.links}>
        <button type="button" className={classes.link} onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? texts.useAuthenticator : texts.useRecoveryCode}
        </button>
        <Link to="/login/reset-mfa" className={classes.link}>
          {accessTexts.resetMfa}
        </Link>
      </div>
    </>
  );
}

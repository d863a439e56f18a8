import { Button, CopyButton } from '@mantine/core';
import publicClasses from '../public-form.module.css';
import classes from './recovery-codes.module.css';
import { texts } from './texts';

/** Shows the recovery codes once, to be saved. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const all = codes.join('\n');
  return (
    <>
      <p className={publicClasses.message}>{texts.recoveryCodesText}</p>
      <ul className={classes.codes} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={publicClasses.buttons}>
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          component="a"
          download={texts.fileName}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
        >
          {texts.download}
        </Button>
      </div>
    </>
  );
}

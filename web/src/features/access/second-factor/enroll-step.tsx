import { Button, CopyButton } from '@mantine/core';
import { Heading } from '../heading';
import publicClasses from '../public-form.module.css';
import { CodeForm } from './code-form';
import classes from './enroll-step.module.css';
import { texts } from './texts';

type Props = {
  /** Base32, without spaces. */
  secret: string;
  /** SVG. */
  qrCode: string;
  problem: string | null;
  isBusy: boolean;
  onCode: (code: string) => void;
};

/** Sets up an authenticator: the user scans the QR code or types the key, then enters a code as proof. */
export function EnrollStep({ secret, qrCode, ...code }: Props) {
  return (
    <>
      <Heading>{texts.enrollTitle}</Heading>
      <p className={publicClasses.message}>{texts.enrollScan}</p>
      {/* An image can't run scripts, even if the SVG contains some. */}
      <img className={classes.qrCode} alt={texts.qrCode} src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`} />
      <p className={publicClasses.message}>{texts.enrollSecret}</p>
      <div className={classes.secret}>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-xs" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={publicClasses.message}>{texts.enrollCode}</p>
      <CodeForm kind="authenticator" {...code} />
    </>
  );
}

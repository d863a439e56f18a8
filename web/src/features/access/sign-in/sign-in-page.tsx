import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useConfig } from '../config';
import { Heading } from '../heading';
import { PublicFrame } from '../public-frame';
import { CodeStep } from '../second-factor/code-step';
import { EnrollStep } from '../second-factor/enroll-step';
import { RecoveryCodes } from '../second-factor/recovery-codes';
import { texts as codeTexts } from '../second-factor/texts';
import { beginSignIn } from '../session';
import { DemoSignIns } from './demo-sign-ins';
import { PasswordStep } from './password-step';
import { problemOf, useSignIn } from './use-sign-in';

/** The embedded provider's sign-in page. Starts a new authorization request if opened without one. */
export function SignInPage({ request }: { request: string | undefined }) {
  const { demoSignIns, demoPassword } = useConfig();
  const { step, password, code, isOwnForm } = useSignIn(request);
  const isHere = Boolean(request) || isOwnForm;

  useEffect(() => {
    if (!isHere) void beginSignIn(null);
  }, [isHere]);
  if (!isHere) return null;

  const asDemoUser = (email: string, companySlug: string | null) => {
    // If one host serves several companies, the theme follows the user who signs in.
    if (companySlug) localStorage.setItem('org', companySlug);
    password.mutate({ email, password: demoPassword ?? '' });
  };
  const isBusy = password.isPending || (step !== null && 'redirectTo' in step);
  const isFirst = step === null || (isBusy && step.step !== 'RECOVERY_CODES' && !code.isSuccess);
  const hasDemo = isFirst && demoSignIns.length > 0 && demoPassword;
  return (
    <PublicFrame aside={hasDemo && <DemoSignIns people={demoSignIns} disabled={isBusy} onChoose={asDemoUser} />}>
      {content()}
    </PublicFrame>
  );

  function content() {
    const next = { problem: problemOf(code), isBusy: code.isPending || code.isSuccess, onCode: code.mutate };
    switch (step?.step) {
      case 'SECOND_FACTOR':
        return <CodeStep {...next} />;
      case 'ENROLL':
        return <EnrollStep {...next} secret={step.secret} qrCode={step.qrCode} />;
      case 'RECOVERY_CODES':
        return (
          <>
            <Heading>{codeTexts.recoveryCodesTitle}</Heading>
            <RecoveryCodes codes={step.recoveryCodes} />
            <Button fullWidth mt={16} onClick={() => window.location.assign(step.redirectTo)}>
              {codeTexts.continue}
            </Button>
          </>
        );
      default:
        return <PasswordStep problem={problemOf(password)} isBusy={isBusy} onSubmit={password.mutate} />;
    }
  }
}

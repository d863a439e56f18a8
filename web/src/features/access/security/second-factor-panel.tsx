import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { dayOf } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { Loaded, Panel } from '@/shared/ui/panel';
import { readSecondFactor, type SecondFactor } from '../calls';
import classes from './security-page.module.css';
import { texts } from './texts';

const RecoveryCodesDialog = onDemand(() => import('./recovery-codes-dialog'));

const secondFactorQuery = {
  queryKey: ['second-factor'],
  queryFn: readSecondFactor,
  meta: { quiet: true },
} as const;

/** Shows whether sign-in asks for a second factor, and how many recovery codes are left. */
export function SecondFactorPanel() {
  const factor = useQuery(secondFactorQuery);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    void factor.refetch();
  };
  return (
    <Panel
      title={texts.factorTitle}
      action={
        factor.data?.isEnrolled && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.newCodes}
          </Button>
        )
      }
    >
      <Loaded query={factor}>{(state) => <State {...state} />}</Loaded>
      <Suspense>{isOpen && <RecoveryCodesDialog onClose={close} />}</Suspense>
    </Panel>
  );
}

function State({ isEnrolled, enrolledAt, recoveryCodesLeft, isRequired }: SecondFactor) {
  return (
    <div className={classes.factor}>
      <span className={classes.state} data-good={isEnrolled}>
        {isEnrolled ? texts.factorOn : texts.factorOff}
      </span>
      {isEnrolled ? (
        <>
          {enrolledAt && <span className={classes.quiet}>{texts.factorSince(dayOf(enrolledAt))}</span>}
          <span className={classes.quiet}>{texts.codesLeft(recoveryCodesLeft)}</span>
        </>
      ) : (
        <span className={classes.quiet}>{isRequired ? texts.factorOffRequired : texts.factorOffText}</span>
      )}
    </div>
  );
}

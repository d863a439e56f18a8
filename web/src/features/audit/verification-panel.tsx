import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayAndTime, integer } from '@/shared/lib/format';
import { Loaded, Panel } from '@/shared/ui/panel';
import { verificationQuery, verifyAudit } from './audit-log';
import classes from './audit-log.module.css';
import { texts } from './texts';

/** The state of the audit chain, and a check on demand. */
export function VerificationPanel() {
  // The check that is awaited is one after this.
  const [after, setAfter] = useState<string | null>(null);
  const [isAwaited, setAwaited] = useState(false);
  const state = useQuery(verificationQuery(isAwaited));
  const start = useMutation({ mutationFn: verifyAudit, onSuccess: () => setAwaited(true) });
  if (isAwaited && (state.data?.check?.at ?? null) !== after) setAwaited(false);
  const check = () => {
    setAfter(state.data?.check?.at ?? null);
    start.mutate();
  };
  return (
    <Panel
      title={texts.verification}
      text={texts.chainText}
      action={
        <Button variant="default" loading={start.isPending || isAwaited} disabled={!state.data} onClick={check}>
          {texts.checkNow}
        </Button>
      }
    >
      <Loaded query={state}>
        {({ lastBlock, check: last }) => (
          <div role="status">
            <dl className={classes.facts}>
              {[
                [texts.lastBlock, typeof lastBlock === 'number' ? integer(lastBlock) : texts.none],
                [texts.lastCheck, last ? dayAndTime(last.at) : texts.neverChecked],
                [texts.verified, last ? integer(last.verified) : texts.none],
                [texts.waiting, last ? integer(last.waiting) : texts.none],
              ].map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {isAwaited && <p className={classes.quiet}>{texts.checking}</p>}
            {last && !last.fault && <p>{texts.intact}</p>}
            {last?.fault && (
              <p className={classes.fault}>
                <strong>{texts.broken(last.faultEntry)}</strong>
                <br />
                {last.fault}
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

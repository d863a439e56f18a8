import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { dayAndTime } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { Panel } from '@/shared/ui/panel';
import { StateMark } from '@/shared/ui/state-mark';
import { toast } from '@/shared/ui/toasts/toast-store';
import classes from './mailbox.module.css';
import { type Mailbox, useBeginConnection, useDisconnect } from './mailbox-calls';
import { texts } from './texts';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

type Props = { mailbox: Mailbox; problem: string | null };

/** A mailbox that is or was connected: its status, and a button to disconnect it. */
export function MailboxPanel({ mailbox, problem }: Props) {
  const { address, providerName, connected, connectedAt, lostAt } = mailbox;
  const begin = useBeginConnection();
  const disconnect = useDisconnect();
  const [isAsked, setAsked] = useState(false);
  return (
    <Panel
      title={texts.mailbox}
      action={
        <div className={classes.actions}>
          {!connected && (
            <Button loading={begin.isPending} onClick={() => begin.mutate()}>
              {texts.reconnect}
            </Button>
          )}
          <Button variant="default" loading={disconnect.isPending} onClick={() => setAsked(true)}>
            {texts.disconnect}
          </Button>
        </div>
      }
    >
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {!connected && (
        <p role="alert" className={classes.problem}>
          <strong>{texts.lostTitle}.</strong> {texts.lostText(dayAndTime(lostAt))}
        </p>
      )}
      <dl className={classes.facts}>
        <dt>{texts.address}</dt>
        <dd>{address}</dd>
        <dt>{texts.provider}</dt>
        <dd>{providerName}</dd>
        <dt>{texts.since}</dt>
        <dd>{dayAndTime(connectedAt)}</dd>
        <dt>{texts.state}</dt>
        <dd>
          <StateMark tone={connected ? 'green' : 'red'}>{connected ? texts.connected : texts.lost}</StateMark>
        </dd>
      </dl>
      <Suspense>
        {isAsked && (
          <ConfirmDialog
            title={texts.disconnectTitle}
            question={texts.disconnectQuestion(address)}
            no={texts.cancel}
            yes={texts.disconnect}
            onAnswer={(yes) => {
              setAsked(false);
              if (yes) disconnect.mutate(undefined, { onSuccess: () => toast.success(texts.isDisconnected) });
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

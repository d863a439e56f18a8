import { Button } from '@mantine/core';
import { Panel } from '@/shared/ui/panel';
import classes from './mailbox.module.css';
import { useBeginConnection } from './mailbox-calls';
import { texts } from './texts';

type Props = { isConnecting: boolean; problem: string | null };

/** Shown before a mailbox is connected: the benefits, and a button to connect one. */
export function NoMailboxPanel({ isConnecting, problem }: Props) {
  const begin = useBeginConnection();
  return (
    <Panel
      title={texts.mailbox}
      action={
        <Button loading={isConnecting || begin.isPending} onClick={() => begin.mutate()}>
          {texts.connect}
        </Button>
      }
    >
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <p className={classes.line} role="status">
        {isConnecting ? texts.connecting : texts.noneTitle}
      </p>
      <p className={classes.quiet}>{texts.none}</p>
      <p className={classes.quiet}>{texts.sandbox}</p>
    </Panel>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { mailboxQuery } from './mailbox-calls';
import { MailboxPanel } from './mailbox-panel';
import { NoMailboxPanel } from './no-mailbox-panel';
import { texts } from './texts';
import { type Returned, useReturn } from './use-return';

/** The user's mailbox. The mail provider redirects back to this page. */
export function EmailConfigPage(returned: Returned) {
  const mailbox = useQuery(mailboxQuery);
  const { isConnecting, problem } = useReturn(returned);
  return (
    <SettingsPage title={texts.title} text={texts.text}>
      <Loaded query={mailbox}>
        {(found) =>
          found && !isConnecting ? (
            <MailboxPanel mailbox={found} problem={problem} />
          ) : (
            <NoMailboxPanel isConnecting={isConnecting} problem={problem} />
          )
        }
      </Loaded>
    </SettingsPage>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner } from '@/shared/ui/banner';
import { enteredMailboxQuery, type Mailbox } from './mailbox-calls';

const texts = {
  label: 'Email',
  none: 'Connect your mailbox to send emails from the application.',
  connect: 'Connect',
  lost: 'The connection to your mailbox was lost. Please reconnect it under User Settings.',
  reconnect: 'User Settings',
  close: 'Dismiss email notice',
} as const;

/** Hides the banner until the next fetch. */
const closed = { id: null, connected: true } as unknown as Mailbox;

/** Asks users without a connected mailbox to connect one. */
export function EmailBanner() {
  const queryClient = useQueryClient();
  const { data } = useQuery(enteredMailboxQuery);
  if (data === undefined || data?.connected) return null;
  return (
    <Banner
      label={texts.label}
      tone={data ? 'warning' : 'notice'}
      text={data ? texts.lost : texts.none}
      links={<Link to="/app/user/edit/email-config">{data ? texts.reconnect : texts.connect}</Link>}
      closeLabel={texts.close}
      onClose={() => queryClient.setQueryData(enteredMailboxQuery.queryKey, closed)}
    />
  );
}

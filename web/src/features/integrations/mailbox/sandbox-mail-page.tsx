import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Button, Group, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Heading } from '@/features/access/heading';
import classes from '@/features/access/public-form.module.css';
import { PublicFrame } from '@/features/access/public-frame';
import { consentInSandbox, type SandboxMailbox } from './mailbox-calls';
import { texts } from './texts';

/** Parameters of an authorization request (RFC 6749, section 4.1.1). */
export type MailRequest = {
  client_id?: string;
  redirect_uri?: string;
  state?: string;
  code_challenge?: string;
};

const own = '/app/user/edit/email-config';

/** Replaces a mail provider's page: the user chooses a mailbox and consents. */
export function SandboxMailPage(request: MailRequest) {
  const { client_id: clientId, redirect_uri: redirectUri, state, code_challenge: codeChallenge } = request;
  const [mailbox, setMailbox] = useState<SandboxMailbox>('steady');
  const consent = useMutation({
    mutationFn: consentInSandbox,
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
    meta: { quiet: true },
  });
  if (!clientId || !redirectUri || !state || !codeChallenge) {
    return (
      <PublicFrame>
        <Heading>{texts.sandboxTitle}</Heading>
        <p className={classes.message}>{texts.wrongRequest}</p>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame>
      <Heading>{texts.sandboxTitle}</Heading>
      <p className={classes.message}>
        {texts.sandboxAsks} {texts.sandboxText}
      </p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          consent.mutate({ mailbox, clientId, redirectUri, state, codeChallenge });
        }}
      >
        <Radio.Group label={texts.mailboxes} value={mailbox} onChange={(value) => setMailbox(value as SandboxMailbox)}>
          <Group gap={10} mt={8}>
            {Object.entries(texts.choices).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Group>
        </Radio.Group>
        <div role="alert" className={classes.error}>
          {consent.error?.message}
        </div>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => window.location.assign(`${own}?error=access_denied`)}>
            {texts.deny}
          </Button>
          <Button type="submit" loading={consent.isPending || consent.isSuccess}>
            {texts.allow}
          </Button>
        </Group>
      </form>
    </PublicFrame>
  );
}

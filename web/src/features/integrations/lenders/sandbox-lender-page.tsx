import { Button, Group } from '@mantine/core';
import { Heading } from '@/features/access/heading';
import classes from '@/features/access/public-form.module.css';
import { PublicFrame } from '@/features/access/public-frame';
import { texts } from './texts';

/** The lender callback. This page redirects only there, so that it can't be misused as an open redirect. */
const own = '/partner/rocket/auth/callback';

/** Replaces a lender's consent page: asks whether this installation may act for the user. */
export function SandboxLenderPage({ state }: { state?: string | undefined }) {
  const leave = (code: string) => window.location.assign(`${own}?${new URLSearchParams({ code, state: state ?? '' })}`);
  return (
    <PublicFrame>
      <Heading>{texts.sandboxTitle}</Heading>
      {state ? (
        <>
          <p className={classes.message}>{texts.sandboxAsks}</p>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => leave('denied')}>
              {texts.deny}
            </Button>
            <Button onClick={() => leave('allowed')}>{texts.allow}</Button>
          </Group>
        </>
      ) : (
        <p className={classes.message}>{texts.wrongRequest}</p>
      )}
    </PublicFrame>
  );
}

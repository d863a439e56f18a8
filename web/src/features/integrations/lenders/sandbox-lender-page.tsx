import { Button, Group } from '@mantine/core';
import { Heading } from '@/features/access/heading';
import classes from '@/features/access/public-form.module.css';
import { PublicFrame } from '@/features/access/public-frame';
import { texts } from './texts';

/** Where lenders return to; this page leads nowhere else, whatever it is asked. */
const own = '/partner/rocket/auth/callback';

/** In place of a lender's page: whether this installation may act there for whoever asks. */
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

import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { logOut } from '@/features/access/log-out';
import { PublicFrame } from '@/features/access/public-frame';
import { texts } from './texts';

const goHome = () => window.location.assign('/');

/** Shown at /servererror, and instead of the app if it could not start. */
export function ServerErrorPage({ onRetry }: { onRetry?: () => void }) {
  return (
    <MessagePage title={texts.serverErrorTitle} text={texts.serverError}>
      <Button onClick={onRetry ?? (() => window.location.reload())}>{texts.tryAgain}</Button>
      <Button variant="default" onClick={goHome}>
        {texts.goHome}
      </Button>
    </MessagePage>
  );
}

/** Shown at /requesterror. */
export function RequestErrorPage() {
  return (
    <MessagePage title={texts.requestErrorTitle} text={texts.requestError}>
      <Button onClick={goHome}>{texts.goHome}</Button>
    </MessagePage>
  );
}

/** Shown to a signed-in user without permissions. `reason` replaces the text if sign-in was refused. */
export function NoAccessPage({ reason }: { reason?: string | undefined }) {
  return (
    <MessagePage title={texts.noAccessTitle} text={reason ?? texts.noAccess}>
      <Button onClick={() => void logOut(null)}>{texts.logout}</Button>
    </MessagePage>
  );
}

function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <PublicFrame>
      <h1>{title}</h1>
      <p>{text}</p>
      <Group gap={8}>{children}</Group>
    </PublicFrame>
  );
}

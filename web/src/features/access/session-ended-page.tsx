import { Button } from '@mantine/core';
import { SafeHtml } from '@/shared/ui/safe-html';
import { PublicFrame } from './public-frame';
import classes from './public-frame.module.css';
import { type SessionEndedSearch, sessionEndedContent } from './session-ended';
import { texts } from './texts';
import { toStart } from './to-start';

/** Shown after sign-out and after the server has ended the session. */
export function SessionEndedPage({ search }: { search: SessionEndedSearch }) {
  const { title, message } = sessionEndedContent(search);
  return (
    <PublicFrame>
      <h1>{title}</h1>
      <div className={classes.message}>
        <SafeHtml html={message} />
      </div>
      <Button onClick={toStart}>{texts.reLogin}</Button>
    </PublicFrame>
  );
}

import { Button, Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/errors';
import { confirmMfaReset } from '../calls';
import { Heading } from '../heading';
import classes from '../public-form.module.css';
import { PublicFrame } from '../public-frame';
import { toStart } from '../to-start';
import { failureText } from './failure-text';
import { texts } from './texts';

type Props = { token: string | undefined; email: string | undefined };

/** Opened by a link to reset the second factor. Resets it and shows the result. */
export function ResetMfaConfirmationPage({ token, email }: Props) {
  return (
    <PublicFrame>
      {token ? (
        <Confirmation token={token} email={email} />
      ) : (
        <>
          <Heading>{texts.invalidTitle}</Heading>
          <p>{texts.invalidText}</p>
        </>
      )}
      <Button onClick={toStart}>{texts.confirmationBack}</Button>
    </PublicFrame>
  );
}

function Confirmation({ token, email }: { token: string; email: string | undefined }) {
  // A link works once, so the request runs once across renders.
  const reset = useQuery({
    queryKey: ['mfa-reset', token],
    queryFn: () => confirmMfaReset(token),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  if (reset.isLoading) {
    return (
      <p role="status" className={classes.waiting}>
        <Loader size={18} />
        {texts.confirming}
      </p>
    );
  }
  if (reset.data?.success) {
    return (
      <>
        <Heading>{texts.completedTitle}</Heading>
        <p>{texts.completedText}</p>
        {email && <TextInput label={texts.email} value={email} readOnly mb={16} />}
      </>
    );
  }
  return (
    <>
      <Heading>{texts.failedTitle}</Heading>
      <p>{failureText(reset.data ? reset.data.message : serverMessage(reset.error))}</p>
    </>
  );
}

/** The server's message, or null if it sent none. */
function serverMessage(error: Error | null): string | null {
  if (!(error instanceof ApiError) || !error.hasMessage) return null;
  return error.message;
}

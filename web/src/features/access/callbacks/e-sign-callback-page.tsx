import { useEffect } from 'react';
import { Heading } from '../heading';
import { PublicFrame } from '../public-frame';
import { texts } from './texts';

type Props = { event: string | undefined; loanId: string | undefined };

/** Shown after e-signing. Notifies the window that opened this one, which then closes it. */
export function ESignCallbackPage({ event, loanId }: Props) {
  useEffect(() => {
    const opener = window.opener as Window | null;
    // To our own origin only: no other site may learn of the loan.
    opener?.postMessage({ type: 'e-sign-callback', event, loanId }, window.location.origin);
  }, [event, loanId]);
  return (
    <PublicFrame>
      <Heading>{texts.signedTitle}</Heading>
      <p>{texts.signed}</p>
      <p>{texts.closeWindow}</p>
    </PublicFrame>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { toast } from '@/shared/ui/toasts/toast-store';
import { postAuthenticate } from '../calls';
import { isSignedIn } from '../session';
import { texts } from './texts';
import { Waiting } from './waiting';

/** The redirect follows the page after this many milliseconds. */
const redirectMs = 1000;

/** The address registered with lenders. It must match exactly. */
const callbackPath = '/partner/rocket/auth/callback';

type Props = { code?: string | undefined; state?: string | undefined; loanId?: string | undefined };

/**
 * Lenders redirect to this page with a code that connects their account. It sends the code to the server and returns to
 * the previous page.
 */
export function LenderCallbackPage({ code, state, loanId }: Props) {
  const navigate = useNavigate();
  const isStarted = useRef(false);

  useEffect(() => {
    // A code works once.
    if (isStarted.current) return;
    isStarted.current = true;
    const connect = async () => {
      if (!code || !isSignedIn()) return false;
      const callbackUrl = window.location.origin + callbackPath;
      const { success } = await postAuthenticate({ code, callbackUrl, ...(state && { state }) });
      return success;
    };
    const pause = new Promise((done) => setTimeout(done, redirectMs));
    const isConnected = connect().catch(() => false);
    void Promise.all([isConnected, pause]).then(([success]) => {
      if (!success) {
        return navigate({
          to: '/app/settings/lender-integration',
          search: { status: texts.authenticationFailed },
          replace: true,
        } as never);
      }
      if (loanId)
        return navigate({ to: `/app/loans/${encodeURIComponent(loanId)}/loan-center`, replace: true } as never);
      toast.success(texts.authorized);
      return navigate({ to: '/app/settings/lender-integration', replace: true } as never);
    });
  }, [code, state, loanId, navigate]);

  return <Waiting text={texts.connecting} />;
}

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { toast } from '@/shared/ui/toasts/toast-store';
import { useConnect } from './mailbox-calls';
import { texts } from './texts';

/** Parameters from the mail provider's redirect, if any. */
export type Returned = { code?: string | undefined; state?: string | undefined; error?: string | undefined };

/** Sends the provider's code to the server once and removes it from the address. */
export function useReturn({ code, state, error }: Returned): { isConnecting: boolean; problem: string | null } {
  const connect = useConnect();
  const navigate = useNavigate();
  const isStarted = useRef(false);
  const { mutate } = connect;
  useEffect(() => {
    // A code works once.
    if (!code || !state || isStarted.current) return;
    isStarted.current = true;
    mutate(
      { code, state },
      {
        onSuccess: ({ address }) => toast.success(texts.isConnected(address)),
        onSettled: () => void navigate({ to: '/app/user/edit/email-config', search: {}, state: {}, replace: true }),
      },
    );
  }, [code, state, mutate, navigate]);
  const problem = connect.error?.message ?? (error && (error === 'access_denied' ? texts.denied : texts.failed));
  return { isConnecting: connect.isPending, problem: problem || null };
}

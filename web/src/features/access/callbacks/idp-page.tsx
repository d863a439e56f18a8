import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useConfig } from '../config';
import { localPath, storeRedirect } from '../redirects';
import { trustedProvider } from './idp';
import { texts } from './texts';
import { Waiting } from './waiting';

type Props = { sso: string | undefined; relayState: string | undefined };

/** Opened from an identity provider's portal. Stores the requested page and redirects to that provider's sign-in. */
export function IdpPage({ sso, relayState }: Props) {
  const { auth } = useConfig();
  const navigate = useNavigate();
  useEffect(() => {
    const provider = trustedProvider(sso, auth.idpHosts);
    if (!provider) {
      void navigate({ to: '/requesterror', replace: true });
      return;
    }
    const path = localPath(relayState ?? null);
    if (path) storeRedirect(path);
    window.location.replace(provider);
  }, [sso, relayState, auth.idpHosts, navigate]);
  return <Waiting text={texts.redirecting} />;
}

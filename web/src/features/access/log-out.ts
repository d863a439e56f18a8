import { api, publicApi } from '@/api/client';
import { appPath } from '@/shared/lib/app-base';
import { endSession, freshIdToken } from './session';

/**
 * Signs out: releases the open loan, tells the server, and redirects to the identity provider's sign-out, which returns
 * to /session-ended. If a step fails, this browser still drops its tokens.
 */
export async function logOut(openLoanId: number | null): Promise<void> {
  let next = appPath('/session-ended');
  try {
    if (openLoanId !== null) await api.DELETE('/api/loans/{id}/lock', { params: { path: { id: openLoanId } } });
    const returnUrl = window.location.origin + appPath('/session-ended');
    const { data } = await api.POST('/api/auth/logout', { body: { returnUrl } });
    next = data?.logoutUrl ?? next;
  } catch (cause) {
    console.error('The sign-out could not be reported to the server', cause);
  }
  endSession();
  window.location.assign(next);
}

/** Signs out of this browser and the server after the identity provider has ended its own session. */
export async function logOutHere(): Promise<void> {
  const token = await freshIdToken();
  endSession();
  if (!token) return;
  const headers = { Authorization: `Bearer ${token}` };
  const returnUrl = window.location.origin + appPath('/session-ended');
  await publicApi.POST('/api/auth/logout', { body: { returnUrl }, headers }).catch((cause: unknown) => {
    console.error('The sign-out could not be reported to the server', cause);
  });
}

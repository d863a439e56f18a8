import { api } from '@/api/client';
import { endSession } from './session';

/**
 * Signs out: releases the loan that is open, tells the server, and follows it to the identity provider's own sign-out,
 * which comes back to /session-ended. Whatever fails on the way, this browser forgets who was signed in.
 */
export async function logOut(openLoanId: number | null): Promise<void> {
  let next = '/session-ended';
  try {
    if (openLoanId !== null) await api.DELETE('/api/loans/{id}/lock', { params: { path: { id: openLoanId } } });
    const returnUrl = `${window.location.origin}/session-ended`;
    const { data } = await api.POST('/api/auth/logout', { body: { returnUrl } });
    next = data?.logoutUrl ?? next;
  } catch (cause) {
    console.error('The server could not be told about the sign-out', cause);
  }
  endSession();
  window.location.assign(next);
}

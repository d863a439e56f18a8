import { answer, api } from '@/api/client';
import { clearOwnChoice, keepOwnChoice } from '@/api/org-unit';
import type { Me } from '@/api/types';
import { firstChoice } from '@/features/people/branch/branches';
import { wayBack } from './way-back';

/** Said once after the way back, where it was not the user who ended it. */
const endedKey = 'actingEnded';

/** Acts for somebody in this tab from now on. The whole program begins anew as that person. */
export async function actFor(userId: number): Promise<void> {
  const me: Me = await answer(api.POST('/api/org-admin/users/{id}/impersonate', { params: { path: { id: userId } } }));
  keepOwnChoice(firstChoice(me.activeUser));
  window.location.assign('/app');
}

/** Acts for oneself again, where one was before. */
export async function stopActing(): Promise<void> {
  await answer(api.DELETE('/api/org-admin/impersonation'));
  clearOwnChoice();
  window.location.assign(wayBack(localStorage));
}

let isLeaving = false;

/** The server has ended it: an hour away, or the right to it is gone. Several requests may hear of it at once. */
export function actingHasEnded(message: string): void {
  if (isLeaving) return;
  isLeaving = true;
  sessionStorage.setItem(endedKey, message);
  void stopActing().catch(() => {
    isLeaving = false;
  });
}

/** What is still to be said about it, once. */
export function takeEndedNotice(): string | null {
  const notice = sessionStorage.getItem(endedKey);
  sessionStorage.removeItem(endedKey);
  return notice;
}

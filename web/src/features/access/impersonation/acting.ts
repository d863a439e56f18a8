import { answer, api } from '@/api/client';
import { clearOwnChoice, storeOwnChoice } from '@/api/org-unit';
import type { Me } from '@/api/types';
import { firstChoice } from '@/shared/session/first-choice';
import { lastOrgRoute } from './org-route';

/** A message to show once if the server, not the user, ended it. */
const endedKey = 'actingEnded';

/** Acts on behalf of a user in this tab from now on. The app restarts as that user. */
export async function actFor(userId: number): Promise<void> {
  const me: Me = await answer(api.POST('/api/org-admin/users/{id}/impersonate', { params: { path: { id: userId } } }));
  storeOwnChoice(firstChoice(me.activeUser));
  window.location.assign('/app');
}

/** Ends acting on behalf of another user, and returns to the previous page. */
export async function stopActing(): Promise<void> {
  await answer(api.DELETE('/api/org-admin/impersonation'));
  clearOwnChoice();
  window.location.assign(lastOrgRoute(localStorage));
}

let isLeaving = false;

/**
 * The server has ended it after an hour of inactivity or because the right was revoked. Several responses may report it
 * at once.
 */
export function actingHasEnded(message: string): void {
  if (isLeaving) return;
  isLeaving = true;
  sessionStorage.setItem(endedKey, message);
  void stopActing().catch(() => {
    isLeaving = false;
  });
}

/** Returns the stored message and deletes it. */
export function takeEndedNotice(): string | null {
  const notice = sessionStorage.getItem(endedKey);
  sessionStorage.removeItem(endedKey);
  return notice;
}

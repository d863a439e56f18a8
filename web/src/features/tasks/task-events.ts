import type { QueryClient } from '@tanstack/react-query';
import { clientId } from '@/api/session';
import { meQuery } from '@/features/people/me';
import { toast } from '@/shared/ui/toasts/toast-store';
import { summaryMs, summaryOf, type ToldEvent, taskEvent, toastOf } from './task-event';
import { madeByRulesQuery, taskQuery } from './tasks';

/** Shows a toast if the user got a task from someone else. Badges refetch their counts themselves. */
export async function tell(told: ToldEvent, queryClient: QueryClient): Promise<void> {
  if (told.subtype === 'AUTOMATION') return sumUp(told, queryClient);
  if (told.subtype !== 'CREATED' || told.rtcClientId === clientId) return;
  const [me, task] = await Promise.all([
    queryClient.ensureQueryData(meQuery),
    queryClient.fetchQuery(taskQuery(told.id)).catch(() => null),
  ]);
  // Tasks of other users are ignored.
  if (!task || task.assigneeId !== me.activeUser.WizeUserOrgUnitId) return;
  const said = toastOf(taskEvent(told, [task]), clientId);
  if (said) toast.success(said.text, said.title);
}

/** Shows a summary to users who triggered rules or got tasks from them. */
async function sumUp(told: ToldEvent, queryClient: QueryClient): Promise<void> {
  const [me, made] = await Promise.all([
    queryClient.ensureQueryData(meQuery),
    queryClient.fetchQuery(madeByRulesQuery(told.id)).catch(() => null),
  ]);
  const { id, WizeUserOrgUnitId } = me.activeUser;
  const rows = made?.rows ?? [];
  if (told.actor?.id !== id && !rows.some(({ assigneeId }) => assigneeId === WizeUserOrgUnitId)) return;
  const said = summaryOf(taskEvent(told, rows));
  if (said) toast.warning(said.text, said.title, summaryMs);
}

import type { QueryClient } from '@tanstack/react-query';
import { clientId } from '@/api/session';
import { meQuery } from '@/shared/session/me';
import { toast } from '@/shared/ui/toasts/toast-store';
import { summaryMs, summaryOf, type TaskLiveEvent, taskEvent, toastOf } from './task-event';
import { madeByRulesQuery, taskQuery } from './tasks';

/** Shows a toast if the user got a task from someone else. Badges refetch their counts themselves. */
export async function showTaskEvent(event: TaskLiveEvent, queryClient: QueryClient): Promise<void> {
  if (event.subtype === 'AUTOMATION') return showAutomationSummary(event, queryClient);
  if (event.subtype !== 'CREATED' || event.rtcClientId === clientId) return;
  const [me, task] = await Promise.all([
    queryClient.ensureQueryData(meQuery),
    queryClient.fetchQuery(taskQuery(event.id)).catch(() => null),
  ]);
  // Tasks of other users are ignored.
  if (!task || task.assigneeId !== me.activeUser.WizeUserOrgUnitId) return;
  const message = toastOf(taskEvent(event, [task]), clientId);
  if (message) toast.success(message.text, message.title);
}

/** Shows a summary to users who triggered rules or got tasks from them. */
async function showAutomationSummary(event: TaskLiveEvent, queryClient: QueryClient): Promise<void> {
  const [me, made] = await Promise.all([
    queryClient.ensureQueryData(meQuery),
    queryClient.fetchQuery(madeByRulesQuery(event.id)).catch(() => null),
  ]);
  const { id, WizeUserOrgUnitId } = me.activeUser;
  const rows = made?.rows ?? [];
  if (event.actor?.id !== id && !rows.some(({ assigneeId }) => assigneeId === WizeUserOrgUnitId)) return;
  const summary = summaryOf(taskEvent(event, rows));
  if (summary) toast.warning(summary.text, summary.title, summaryMs);
}

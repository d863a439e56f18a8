import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import { draftsWithPrefix } from '@/shared/lib/drafts';
import { onDemand } from '@/shared/lib/on-demand';
import { draftOpening } from '@/shared/lib/use-draft';
import { type DockDialog, dockStore } from '@/shared/ui/dock/dock-store';
import type { NewTask } from './task-form';
import { texts } from './texts';

const TaskDialog = onDemand(() => import('./task-dialog'));

const entry = { dockIcon: IconChecklist, modalType: 'task' } as const;

/** State for reopening a task's dialog with its draft, with the title if it was docked. */
export type TaskDraft = { key: string; id?: number; known: NewTask; dockedAs: string | null };

/** Prefix of the keys of stored task drafts. */
export const taskDraftPrefix = 'task: ';

/** Reopens the dialogs that had drafts when the session ended. */
export function reopenTasks(): void {
  for (const [name] of draftsWithPrefix(taskDraftPrefix)) {
    const kept = draftOpening<TaskDraft>(name);
    if (!kept) continue;
    if (kept.id === undefined) openNewTask(kept.known, kept.key);
    else openTask({ id: kept.id });
    if (kept.dockedAs !== null) dockStore.dock(kept.key, kept.dockedAs);
  }
}

/** Opens the dialog of a task over the current page. */
export function openTask({ id, title }: { id: number; title?: string }): void {
  const Content = ({ dialog }: { dialog: DockDialog }) => <TaskDialog dialog={dialog} taskId={id} />;
  dockStore.open({ ...entry, key: `task ${id}`, dockTitle: title ?? texts.task, Content });
}

/** Opens the dialog of a new task. Several can be open. */
export function openNewTask(known: NewTask = {}, key: string = crypto.randomUUID()): void {
  const Content = ({ dialog }: { dialog: DockDialog }) => <TaskDialog dialog={dialog} known={known} />;
  dockStore.open({ ...entry, key, dockTitle: texts.newTitle, Content });
}

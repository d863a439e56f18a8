import type { Task } from './tasks';
import { texts } from './texts';

/** An event from the socket, with ids only. */
export type TaskLiveEvent = {
  type: string;
  subtype: string;
  id: number;
  actor?: { id: number; WizeOrgUnitId: number | null } | null;
  rtcClientId?: string | null;
};

type RuleData = { identifier: string; ruleName: string };

/** A task event with its tasks. */
export type TaskEvent = {
  type: 'TASK';
  subtype: 'CREATED' | 'UPDATED' | 'DELETED' | 'AUTOMATION';
  actor: { id: number; WizeOrgUnitId: number | null } | null;
  rtcClientId: string | null;
  data: {
    tasks: { title: string; ruleData: RuleData | null }[];
    action: string;
    error: string | null;
    metaData: { isCreatedByAutomation: boolean };
    isFollowup: boolean;
    autoDelete: boolean;
  };
};

type EventTask = Pick<Task, 'title'> & { ruleData?: RuleData | null };

/** Combines an event with its tasks. */
export function taskEvent(event: TaskLiveEvent, tasks: readonly EventTask[]): TaskEvent {
  const isCreatedByAutomation = event.subtype === 'AUTOMATION';
  return {
    type: 'TASK',
    subtype: event.subtype as TaskEvent['subtype'],
    actor: event.actor ?? null,
    rtcClientId: event.rtcClientId ?? null,
    data: {
      tasks: tasks.map(({ title, ruleData = null }) => ({ title, ruleData })),
      action: event.subtype,
      error: null,
      metaData: { isCreatedByAutomation },
      isFollowup: false,
      autoDelete: false,
    },
  };
}

/** How long the summary of tasks created by rules is visible, in milliseconds. */
export const summaryMs = 15_000;

/** Summarizes tasks created by rules: a line for each rule, in the order of execution. */
export function summaryOf({ data }: TaskEvent) {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { ruleData } of data.tasks) {
    if (!ruleData) continue;
    const { name, count } = counts.get(ruleData.identifier) ?? { name: ruleData.ruleName, count: 0 };
    counts.set(ruleData.identifier, { name, count: count + 1 });
  }
  const text = [...counts.values()].map(({ name, count }) => texts.madeByRule(name, count)).join('\n');
  return text ? { title: texts.systemWarning, text } : null;
}

/** The toast of an event. Null for this tab's own changes, which have shown a toast already. */
export function toastOf({ subtype, rtcClientId, data }: TaskEvent, ownClient: string) {
  if (rtcClientId === ownClient && !data.metaData.isCreatedByAutomation) return null;
  const [task] = data.tasks;
  if (!task) return null;
  if (subtype === 'CREATED') return { title: texts.createdTitle, text: texts.created(task.title) };
  if (subtype === 'DELETED') return { title: texts.deletedTitle, text: texts.deleted(task.title) };
  return null;
}

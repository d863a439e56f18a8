import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import type { Option } from '@/shared/ui/async-select';
import type { About, Task, TaskIn } from './tasks';
import { texts } from './texts';

/** Fields of the task form. */
export type TaskForm = {
  title: string;
  description: string;
  /** Due on a date, or relative to a date of the loan. */
  dueKind: 'day' | 'rule';
  dueDate: string | null;
  rule: DueRule;
  priority: Task['priority'];
  /** Assigned to a user, or to a seat of the loan's team. */
  whoKind: 'person' | 'seat';
  assignee: Option | null;
  /** Role and slot, such as `PROCESSOR first`. */
  seat: string;
  loan: Option | null;
  lead: Option | null;
  repeatUnit: RepeatUnit | 'NEVER';
  repeatEvery: number;
  after: Option | null;
  checklist: ChecklistItem[];
  /** An unsent comment. */
  comment: string;
};

type DueRule = NonNullable<Task['dueRule']>;
type RepeatUnit = NonNullable<Task['repeat']>['unit'];
export type ChecklistItem = Task['checklist'][number];
type Seat = NonNullable<Task['seat']>;

/** The default rule of a task that is due relative to a loan date. */
export const usualRule: DueRule = { days: 3, count: 'BUSINESS', side: 'BEFORE', of: 'CLOSING' };
/** A seat as one value of a select field. */
export const textOfSeat = ({ LoanRole, primary }: Seat): string => `${LoanRole} ${primary ? 'first' : 'second'}`;
export function seatOf(text: string): Seat {
  const [role, slot] = text.split(' ');
  return { LoanRole: role as Seat['LoanRole'], primary: slot !== 'second' };
}

/** Initial values of a new task: its record, that record's name, and the due date. */
export type NewTask = { about?: About; aboutName?: string; dueDate?: string };

const option = (id: number | null | undefined, label: string | null | undefined): Option | null =>
  id ? { id, label: label || `#${id}` } : null;

export const formOf = (task: Task): TaskForm => ({
  title: task.title,
  description: task.description,
  dueKind: task.dueRule ? 'rule' : 'day',
  dueDate: task.dueDate ?? null,
  rule: task.dueRule ?? usualRule,
  priority: task.priority,
  whoKind: task.seat ? 'seat' : 'person',
  assignee: option(task.assigneeId, task.assigneeName),
  seat: task.seat ? textOfSeat(task.seat) : 'PROCESSOR first',
  loan: option(task.LoanId, task.borrowerName),
  lead: option(task.LeadId, task.leadName),
  repeatUnit: task.repeat?.unit ?? 'NEVER',
  repeatEvery: task.repeat?.every ?? 1,
  after: option(task.afterTaskId, task.afterTaskTitle),
  checklist: task.checklist,
  comment: '',
});

/** A new task is assigned to its creator by default. */
export const newForm = (me: Option, { about, aboutName, dueDate }: NewTask): TaskForm => ({
  title: '',
  description: '',
  dueKind: 'day',
  dueDate: dueDate ?? null,
  rule: usualRule,
  priority: 'NORMAL',
  whoKind: 'person',
  assignee: me,
  seat: 'PROCESSOR first',
  loan: about && 'LoanId' in about ? option(about.LoanId, aboutName) : null,
  lead: about && 'LeadId' in about ? option(about.LeadId, aboutName) : null,
  repeatUnit: 'NEVER',
  repeatEvery: 1,
  after: null,
  checklist: [],
  comment: '',
});

const rules = z.object({
  title: z.string().trim().min(1, texts.titleRequired).max(200, texts.titleLength),
  description: z.string().trim().max(4000, texts.descriptionLength),
});

export const taskResolver = schemaResolver<TaskForm>(rules);

/** Due date and assignee. Values that depend on a loan need one. */
const dueOf = ({ dueKind, rule, dueDate, loan }: TaskForm): TaskIn =>
  dueKind === 'rule' && loan ? { dueRule: rule } : { dueDate: dueDate ?? '' };
const assigneeOf = ({ whoKind, seat, assignee, loan }: TaskForm): TaskIn =>
  whoKind === 'seat' && loan ? { seat: seatOf(seat) } : { assigneeId: assignee?.id ?? 0 };

/** The request body. An empty date or an id of 0 removes the value. */
export const taskOf = (form: TaskForm): TaskIn => ({
  title: form.title.trim(),
  description: form.description.trim(),
  ...dueOf(form),
  ...assigneeOf(form),
  priority: form.priority,
  LoanId: form.loan?.id ?? 0,
  LeadId: form.lead?.id ?? 0,
  repeat: form.repeatUnit === 'NEVER' ? { every: 0, unit: 'DAY' } : { every: form.repeatEvery, unit: form.repeatUnit },
  afterTaskId: form.after?.id ?? 0,
  checklist: form.checklist,
});

const fields: Record<string, keyof TaskForm> = {
  assigneeId: 'assignee',
  LoanId: 'loan',
  LeadId: 'lead',
  afterTaskId: 'after',
  repeat: 'repeatUnit',
  dueRule: 'dueKind',
};

/** The field for a path in the server's error. */
export const fieldOf = (path: string): keyof TaskForm => fields[path] ?? (path as keyof TaskForm);

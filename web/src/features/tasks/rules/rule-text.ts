import { type Condition, described, fieldOf, type NameOf } from '@/features/loans/views/filter';
import { type LoanRole, roleName } from '@/features/people/loan-roles';
import { day, dayAndTime } from '@/shared/lib/format';
import { texts as ofTasks } from '../texts';
import { ruleFields, watchedLabels } from './rule-fields';
import type { RuleAction, RuleIn, RuleLogEntry } from './rules';
import { texts } from './texts';

/** An option with its name. */
export type Named = { id: number; label: string };

/** Joins names for a sentence. */
export const listed = (names: readonly string[], joined: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${joined} ${names.at(-1)}`;

const stageName = (id: number, stages: readonly Named[]) =>
  stages.find((stage) => stage.id === id)?.label ?? texts.aRetiredStage;

/** Describes a rule's trigger. */
export function triggerText({ trigger }: Pick<RuleIn, 'trigger'>, stages: readonly Named[]): string {
  const { kind, day: due, fields = [], hours } = trigger;
  if (kind === 'CREATED') return texts.triggers.CREATED;
  if (kind === 'FIELD_CHANGED') {
    return texts.changes(
      listed(
        fields.map((field) => watchedLabels[field]),
        texts.or,
      ),
    );
  }
  if (kind === 'UNCHANGED') return texts.restsFor(hours ?? 0);
  if (kind === 'DATE_REACHED' && due) {
    const { ruleCounts, ruleSides, ruleDaysOf, templateDaysOf } = ofTasks;
    const of = { ...ruleDaysOf, ...templateDaysOf }[due.of];
    return texts.comes(due.days, ruleCounts[due.count], ruleSides[due.side], of);
  }
  const names = (trigger.stageIds ?? []).map((id) => stageName(id, stages));
  return texts.entersOneOf(listed(names, texts.or));
}

/** Describes a condition: `Purpose is Purchase`. */
export function conditionText(condition: Condition, nameOf: NameOf): string {
  const description = described(condition, nameOf, ruleFields);
  const label = fieldOf(condition.field, ruleFields)?.label ?? condition.field;
  return `${label} ${description.startsWith('is ') ? description : `is ${description}`}`;
}

/** Describes a loan's value of a field, also if there are several or none. */
export const valueText = (field: string, values: readonly string[], nameOf: NameOf): string =>
  conditionText({ field, operator: values.length > 0 ? 'is' : 'empty', values }, nameOf);

/** Describes a rule's conditions. Empty if it acts on all loans. */
export function conditionsText({ conditions }: Pick<RuleIn, 'conditions'>, nameOf: NameOf): string {
  if (!conditions) return '';
  const descriptions = conditions.conditions.map(({ values = [], ...condition }) =>
    conditionText({ ...condition, values }, nameOf),
  );
  return listed(descriptions, conditions.match === 'all' ? texts.and : texts.or);
}

const roleNames = (roles: readonly LoanRole[]) =>
  listed(
    roles.map((role) => roleName(role, true)),
    texts.and,
  );

const setTo = (field: string, value: string): [string, string] => {
  const condition = { field, operator: 'is', values: [value] };
  return [fieldOf(field, ruleFields)?.label ?? field, described(condition, () => value, ruleFields)];
};

type LoanChangeAction = Extract<RuleAction, { kind: 'CHANGE_STAGE' | 'SET_FIELD' | 'NOTIFY' }>;

/** Describes a rule's change to a loan: `set Occupancy to Investment`. */
function changeText(act: LoanChangeAction, stages: readonly Named[]): string {
  if (act.kind === 'CHANGE_STAGE') return texts.movesTo(stageName(act.stageId, stages));
  if (act.kind === 'SET_FIELD') return texts.sets(...setTo(act.field, act.value));
  return texts.notifies(roleNames(act.roles));
}

const isAct = (action: RuleAction): action is LoanChangeAction =>
  action.kind !== 'CREATE_TASKS' && action.kind !== 'HOLD';

/** Describes a change that a rule made to a loan. */
function doneChangeText(act: LoanChangeAction, stages: readonly Named[]): string {
  if (act.kind === 'CHANGE_STAGE') return texts.moved(stageName(act.stageId, stages));
  return act.kind === 'NOTIFY' ? texts.notified(roleNames(act.roles)) : changeText(act, stages);
}

/** Describes a rule's actions. */
export const actionsText = (
  { actions }: Pick<RuleIn, 'actions'>,
  templates: readonly Named[],
  stages: readonly Named[],
): string => {
  const titles = (ids: readonly number[]) =>
    ids.map((id) => templates.find((template) => template.id === id)?.label ?? texts.aRemovedTemplate);
  const descriptions = actions.map((action) => {
    if (action.kind === 'CREATE_TASKS') return texts.creates(listed(titles(action.templateIds), texts.and));
    if (action.kind !== 'HOLD') return changeText(action, stages);
    const { fields = [], templateIds = [], confirmation } = action;
    const filled = fields.map((field) => texts.required[field]);
    return texts.holdsUntil(
      listed(
        [
          ...(filled.length > 0 ? [texts.areFilled(listed(filled, texts.and), filled.length)] : []),
          ...titles(templateIds).map(texts.isDone),
          ...(confirmation ? [texts.isConfirmed(confirmation)] : []),
        ],
        texts.and,
      ),
    );
  });
  return descriptions.join('; ');
};

type Occasion = Pick<RuleLogEntry, 'stageName' | 'fields' | 'reachedOn' | 'unchangedSince'>;

/** Describes what triggered a run: the new stage, the changed fields, or the reached date. */
export function occasionText({ stageName, fields, reachedOn, unchangedSince }: Occasion): string {
  if (stageName) return stageName;
  if (reachedOn) return texts.came(day(reachedOn));
  if (unchangedSince) return texts.rested(dayAndTime(unchangedSince));
  return texts.changed(
    listed(
      fields.map((field) => watchedLabels[field]),
      texts.and,
    ),
  );
}

type Done = Pick<RuleLogEntry, 'unmet' | 'taskCount' | 'acts' | 'refused'> & Partial<Pick<RuleLogEntry, 'would'>>;

/** Describes what a rule did on a loan, would have done, or why it did nothing. */
export function runText(entry: Done, nameOf: NameOf, stages: readonly Named[]): string {
  const { would, unmet, taskCount, acts, refused } = entry;
  if (unmet) return texts.notRun(valueText(unmet.field, unmet.values, nameOf));
  if (!would) {
    const done = acts.filter(isAct).map((act) => doneChangeText(act, stages));
    const ran = [...(taskCount > 0 || done.length === 0 ? [texts.ran(taskCount)] : []), ...done].join('; ');
    return refused ? texts.refused(ran, refused) : ran;
  }
  return [
    ...(would.tasks.length > 0 ? [texts.wouldCreate(listed(would.tasks, texts.and))] : []),
    ...(would.acts ?? []).filter(isAct).map((act) => texts.would(changeText(act, stages))),
    ...(would.held.length > 0 ? [texts.wouldHold(listed(would.held, texts.and))] : []),
  ].join('; ');
}

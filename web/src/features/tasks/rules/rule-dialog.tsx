import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FilterChips } from '@/features/loans/views/filter-chips';
import { modalWidths } from '@/shared/lib/constants';
import { dayOf } from '@/shared/lib/format';
import { useActiveUser, usePermission } from '@/shared/session/me';
import { DefinitionDialog } from '../definition-dialog';
import templateClasses from '../templates/templates.module.css';
import { RuleActions } from './rule-actions';
import { RuleDryRun } from './rule-dry-run';
import { RuleLog } from './rule-log';
import { RuleMode } from './rule-mode';
import type { Named } from './rule-text';
import { RuleTrigger } from './rule-trigger';
import { type Rule, type RuleIn, ruleVersionsQuery, useRuleChange } from './rules';
import classes from './rules.module.css';
import { texts } from './texts';
import { useRuleFields } from './use-rule-fields';

type Props = { rule: Rule | null; stages: readonly Named[]; templates: readonly Named[]; onClose: () => void };

const empty: RuleIn = {
  ruleName: '',
  isActive: true,
  trigger: { kind: 'STAGE_ENTERED', stageIds: [] },
  conditions: null,
  actions: [{ kind: 'CREATE_TASKS', templateIds: [] }],
  testUntil: null,
  orgUnitId: null,
  isLocked: false,
};

const valuesOf = (rule: Rule): RuleIn => {
  const { ruleName, isActive, trigger, conditions = null, actions } = rule;
  const { testUntil = null, orgUnitId = null, isLocked = false } = rule;
  return { ruleName, isActive, trigger, conditions, actions, testUntil, orgUnitId, isLocked };
};

/** Edits a rule's trigger, conditions and actions. */
export default function RuleDialog({ rule, stages, templates, onClose }: Props) {
  const change = useRuleChange();
  const offered = useRuleFields();
  const branch = useActiveUser().WizeOrgUnitId;
  // Users who can't manage company rules create a rule for their branch.
  const initial = usePermission('SETTINGS_MANAGE') ? empty : { ...empty, orgUnitId: branch };
  return (
    <DefinitionDialog<RuleIn>
      title={rule ? texts.edit : texts.add}
      draft={{ key: 'rule', opened: rule ?? 'new' }}
      size={modalWidths.medium}
      words={texts}
      initial={rule ? valuesOf(rule) : initial}
      removal={rule && texts.removeQuestion(rule.ruleName)}
      isPending={change.isPending}
      send={(body) => change.mutateAsync({ rule, body })}
      below={
        rule && (
          <>
            <RuleDryRun id={rule.id} stages={stages} />
            <RuleLog id={rule.id} stages={stages} />
            <History id={rule.id} />
          </>
        )
      }
      onClose={onClose}
    >
      {({ values, errors, put }) => (
        <>
          <div className={templateClasses.whole}>
            <TextInput
              label={texts.name}
              required
              data-autofocus
              maxLength={100}
              autoComplete="off"
              value={values.ruleName}
              onChange={({ currentTarget: { value } }) => put({ ruleName: value })}
              error={errors.ruleName}
            />
          </div>
          <RuleTrigger
            trigger={values.trigger}
            stages={stages}
            error={errors.trigger}
            onChange={(trigger) => put({ trigger })}
          />
          <fieldset className={classes.part}>
            <legend>{texts.conditions}</legend>
            <FilterChips
              filter={values.conditions ? JSON.stringify(values.conditions) : undefined}
              offered={offered}
              addLabel={texts.addCondition}
              onChange={(filter) => put({ conditions: filter ? JSON.parse(filter) : null })}
            />
            {!values.conditions && <p className={classes.help}>{texts.always}</p>}
            {Object.entries(errors).map(([path, message]) =>
              path.startsWith('conditions') ? (
                <p key={path} role="alert" className={classes.wrong}>
                  {message}
                </p>
              ) : null,
            )}
          </fieldset>
          <RuleActions
            actions={values.actions}
            canBlock={values.trigger.kind === 'STAGE_ENTERED'}
            templates={templates}
            stages={stages}
            errors={errors}
            onChange={(actions) => put({ actions })}
          />
          <RuleMode rule={rule} values={values} errors={errors} onChange={put} />
        </>
      )}
    </DefinitionDialog>
  );
}

/** Changes of the rule: who, when, and which part. */
function History({ id }: { id: number }) {
  const { data } = useQuery(ruleVersionsQuery(id));
  if (!data) return null;
  return (
    <section aria-label={texts.history} className={templateClasses.history}>
      <h3>{texts.history}</h3>
      <ol>
        {data.rows.map(({ version, changedBy, changedAt, before, after }) => (
          <li key={version}>
            <span>{texts.version(version)}</span>
            <span>
              {before
                ? Object.keys(after as object)
                    .map((key) => texts.fields[key] ?? key)
                    .join(', ')
                : texts.made1}
            </span>
            <span>
              {changedBy}, {dayOf(changedAt)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

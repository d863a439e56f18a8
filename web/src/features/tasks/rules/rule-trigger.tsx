import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput, Select } from '@mantine/core';
import { DueRuleFields } from '../due-rule-fields';
import { usualRule } from '../task-form';
import templateClasses from '../templates/templates.module.css';
import { MultiPicker } from './multi-picker';
import { watchedFields } from './rule-fields';
import type { Named } from './rule-text';
import type { RuleIn } from './rules';
import classes from './rules.module.css';
import { texts } from './texts';

type Trigger = RuleIn['trigger'];
type Props = {
  trigger: Trigger;
  stages: readonly Named[];
  error: string | undefined;
  onChange: (trigger: Trigger) => void;
};

const defaultTriggers: Record<Trigger['kind'], Trigger> = {
  CREATED: { kind: 'CREATED', stageIds: [] },
  STAGE_ENTERED: { kind: 'STAGE_ENTERED', stageIds: [] },
  FIELD_CHANGED: { kind: 'FIELD_CHANGED', fields: [] },
  DATE_REACHED: { kind: 'DATE_REACHED', day: usualRule },
  UNCHANGED: { kind: 'UNCHANGED', hours: 48 },
};

/** Edits what triggers a rule. */
export function RuleTrigger({ trigger, stages, error, onChange }: Props) {
  return (
    <>
      <div className={templateClasses.whole}>
        <Select
          label={texts.trigger}
          data={Object.entries(texts.triggers).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          value={trigger.kind}
          onChange={(kind) => kind && onChange(defaultTriggers[kind as Trigger['kind']])}
        />
      </div>
      {trigger.kind === 'STAGE_ENTERED' && (
        <MultiPicker
          label={texts.stages}
          placeholder={texts.stagesPlaceholder}
          offered={stages}
          chosen={trigger.stageIds ?? []}
          error={error}
          onChange={(stageIds) => onChange({ ...trigger, stageIds })}
        />
      )}
      {trigger.kind === 'FIELD_CHANGED' && (
        <MultiPicker
          label={texts.fieldsWatched}
          placeholder={texts.holdFieldsPlaceholder}
          offered={watchedFields}
          chosen={trigger.fields ?? []}
          error={error}
          onChange={(fields) => onChange({ ...trigger, fields })}
        />
      )}
      {trigger.kind === 'DATE_REACHED' && trigger.day && (
        <div className={templateClasses.whole}>
          <DueRuleFields rule={trigger.day} onChange={(day) => onChange({ ...trigger, day })} />
          {error && (
            <p role="alert" className={classes.wrong}>
              {error}
            </p>
          )}
        </div>
      )}
      {trigger.kind === 'UNCHANGED' && (
        <NumberInput
          label={texts.hours}
          min={1}
          max={4380}
          clampBehavior="strict"
          allowDecimal={false}
          value={trigger.hours ?? 0}
          onChange={(hours) => onChange({ ...trigger, hours: Number(hours) || 0 })}
          error={error}
        />
      )}
    </>
  );
}

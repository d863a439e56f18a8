import '@mantine/core/styles/NumberInput.layer.css';
import { Button, CloseButton, Menu, NumberInput, Select, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { choiceLabel } from '@/features/loans/form/choices';
import { fieldOf } from '@/features/loans/views/filter';
import { loanRoles, roleName } from '@/features/people/loan-roles';
import { MultiPicker } from './multi-picker';
import { settableFields } from './rule-fields';
import type { Named } from './rule-text';
import type { RequiredField, RuleAction, SettableField } from './rules';
import classes from './rules.module.css';
import { texts } from './texts';

type Props = {
  actions: readonly RuleAction[];
  /** Whether the rule can block. Only changes of stage can be blocked. */
  canBlock: boolean;
  templates: readonly Named[];
  stages: readonly Named[];
  errors: Record<string, string>;
  onChange: (actions: RuleAction[]) => void;
};

type Kind = RuleAction['kind'];

const defaultActions: Record<Kind, RuleAction> = {
  CREATE_TASKS: { kind: 'CREATE_TASKS', templateIds: [] },
  SET_FIELD: { kind: 'SET_FIELD', field: 'occupancy', value: '' },
  NOTIFY: { kind: 'NOTIFY', roles: [], message: '' },
  CHANGE_STAGE: { kind: 'CHANGE_STAGE', stageId: 0 },
  HOLD: { kind: 'HOLD', fields: [], templateIds: [], confirmation: null },
};

const required = Object.entries(texts.required).map(([id, label]) => ({ id: id as RequiredField, label }));

/** A rule's actions in order. */
export function RuleActions({ actions, canBlock: mayHold, templates, stages, errors, onChange }: Props) {
  const replace = (index: number, action: RuleAction | null) =>
    onChange(actions.flatMap((one, at) => (at === index ? (action ?? []) : one)));
  const kinds = (Object.keys(texts.kinds) as Kind[]).filter(
    (kind) => (kind !== 'HOLD' || mayHold) && !actions.some((action) => action.kind === kind),
  );
  return (
    <fieldset className={classes.part}>
      <legend>{texts.thenDo}</legend>
      {actions.map((action, index) => (
        <section key={action.kind} aria-label={texts.kinds[action.kind]} className={classes.action}>
          <span className={classes.head}>
            {texts.kinds[action.kind]}
            {actions.length > 1 && (
              <CloseButton
                size={24}
                iconSize={14}
                aria-label={texts.removeAction(texts.kinds[action.kind])}
                onClick={() => replace(index, null)}
              />
            )}
          </span>
          <Fields
            action={action}
            templates={templates}
            stages={stages}
            error={errors[`actions[${index}]`]}
            onChange={(changed) => replace(index, changed)}
          />
        </section>
      ))}
      {kinds.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" leftSection={<IconPlus size={15} />} style={{ justifySelf: 'start' }}>
              {texts.addAction}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {kinds.map((kind) => (
              <Menu.Item key={kind} onClick={() => onChange([...actions, defaultActions[kind]])}>
                {texts.kinds[kind]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </fieldset>
  );
}

type FieldsProps = {
  action: RuleAction;
  templates: readonly Named[];
  stages: readonly Named[];
  error: string | undefined;
  onChange: (action: RuleAction) => void;
};

const recipients = loanRoles.map((id) => ({ id, label: roleName(id, true) }));

/** The catalog's list of each field that a rule can set to a word. */
const lists: Partial<Record<SettableField, string>> = {
  mortgageType: 'MortgageType',
  lien: 'LienPriority',
  amortization: 'AmortizationType',
  occupancy: 'PropertyUsage',
  appraisalWaiver: 'Waiver',
};

function Fields({ action, templates, stages, error, onChange }: FieldsProps) {
  if (action.kind === 'SET_FIELD') return <SetField action={action} error={error} onChange={onChange} />;
  if (action.kind === 'NOTIFY') {
    return (
      <>
        <MultiPicker
          label={texts.recipients}
          placeholder={texts.recipientsPlaceholder}
          offered={recipients}
          chosen={action.roles}
          error={error}
          onChange={(chosen) => onChange({ ...action, roles: chosen })}
        />
        <TextInput
          label={texts.message}
          placeholder={texts.messagePlaceholder}
          maxLength={200}
          value={action.message}
          onChange={({ currentTarget: { value } }) => onChange({ ...action, message: value })}
        />
      </>
    );
  }
  if (action.kind === 'CREATE_TASKS') {
    return (
      <MultiPicker
        label={texts.actions}
        placeholder={texts.templatesPlaceholder}
        offered={templates}
        chosen={action.templateIds}
        error={error}
        onChange={(templateIds) => onChange({ ...action, templateIds })}
      />
    );
  }
  if (action.kind === 'CHANGE_STAGE') {
    return (
      <Select
        label={texts.toStage}
        placeholder={texts.chooseStage}
        data={stages.map(({ id, label }) => ({ value: String(id), label }))}
        allowDeselect={false}
        value={action.stageId ? String(action.stageId) : null}
        onChange={(id) => onChange({ ...action, stageId: Number(id) })}
        error={error}
      />
    );
  }
  return (
    <>
      <MultiPicker
        label={texts.holdFields}
        placeholder={texts.holdFieldsPlaceholder}
        offered={required}
        chosen={action.fields ?? []}
        error={error}
        onChange={(fields) => onChange({ ...action, fields })}
      />
      <MultiPicker
        label={texts.holdTasks}
        placeholder={texts.templatesPlaceholder}
        offered={templates}
        chosen={action.templateIds ?? []}
        onChange={(templateIds) => onChange({ ...action, templateIds })}
      />
      <TextInput
        label={texts.holdConfirmation}
        placeholder={texts.confirmationPlaceholder}
        maxLength={200}
        value={action.confirmation ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...action, confirmation: value || null })}
      />
    </>
  );
}

type SetFieldProps = {
  action: Extract<RuleAction, { kind: 'SET_FIELD' }>;
  error: string | undefined;
  onChange: (action: RuleAction) => void;
};

/** The field to set and its value. */
function SetField({ action, error, onChange }: SetFieldProps) {
  const words = fieldOf(action.field, settableFields)?.words;
  const put = (value: string | number | null) => onChange({ ...action, value: String(value ?? '') });
  return (
    <>
      <Select
        label={texts.field}
        data={settableFields.map(({ name, label }) => ({ value: name, label }))}
        allowDeselect={false}
        value={action.field}
        onChange={(field) => onChange({ ...action, field: field as SettableField, value: '' })}
      />
      {words ? (
        <Select
          label={texts.value}
          data={words.map((word) => ({ value: word, label: choiceLabel(lists[action.field] ?? '', word) }))}
          allowDeselect={false}
          value={action.value || null}
          onChange={put}
          error={error}
        />
      ) : (
        <NumberInput
          label={texts.value}
          min={1}
          max={600}
          allowDecimal={false}
          value={action.value}
          onChange={put}
          error={error}
        />
      )}
    </>
  );
}

import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl, Select, Switch } from '@mantine/core';
import { useActiveUser, usePermission } from '@/shared/session/me';
import { DateField } from '@/shared/ui/date-field';
import templateClasses from '../templates/templates.module.css';
import type { Rule, RuleIn } from './rules';
import classes from './rules.module.css';
import { texts } from './texts';

type Props = {
  rule: Rule | null;
  values: RuleIn;
  errors: Record<string, string>;
  onChange: (part: Partial<RuleIn>) => void;
};

/** Default number of days in test mode. */
const testDays = 14;

const inDays = (days: number) => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return day.toLocaleDateString('en-CA');
};

const modeOf = ({ isActive, testUntil }: Pick<RuleIn, 'isActive' | 'testUntil'>) =>
  isActive ? (testUntil ? 'TEST' : 'ON') : 'OFF';

/** The rule's owner, and whether it is active or in test mode. */
export function RuleMode({ rule, values, errors, onChange }: Props) {
  const { WizeOrgUnit: branch } = useActiveUser();
  const isOfCompany = usePermission('SETTINGS_MANAGE');
  const other =
    rule?.orgUnitId && rule.orgUnitId !== branch.id
      ? [{ id: rule.orgUnitId, displayName: rule.orgUnitName ?? '' }]
      : [];
  const owners = [...(isOfCompany ? [{ id: 0, displayName: texts.company }] : []), branch, ...other];
  const mode = modeOf(values);
  const put = (to: string) =>
    onChange({ isActive: to !== 'OFF', testUntil: to === 'TEST' ? (values.testUntil ?? inDays(testDays)) : null });
  return (
    <>
      <Select
        label={texts.belongsTo}
        data={owners.map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
        allowDeselect={false}
        value={String(values.orgUnitId ?? 0)}
        onChange={(id) => onChange({ orgUnitId: Number(id) || null, isLocked: false })}
        error={errors.orgUnitId}
      />
      {!values.orgUnitId && (
        <Switch
          className={classes.lock ?? ''}
          label={texts.isLocked}
          checked={values.isLocked ?? false}
          onChange={({ currentTarget: { checked } }) => onChange({ isLocked: checked })}
        />
      )}
      <div className={templateClasses.whole}>
        <SegmentedControl
          className={templateClasses.narrow ?? ''}
          aria-label={texts.state}
          data={Object.entries(texts.modes).map(([value, label]) => ({ value, label }))}
          value={mode}
          onChange={put}
        />
        {mode === 'TEST' && (
          <DateField
            label={texts.testUntil}
            description={texts.testHelp}
            value={values.testUntil ?? null}
            onChange={(day) => onChange({ testUntil: day ?? inDays(testDays) })}
          />
        )}
      </div>
    </>
  );
}

import { NumberInput, Select } from '@mantine/core';
import type { Task } from './tasks';
import classes from './tasks.module.css';
import { texts } from './texts';

export type DueRule = NonNullable<Task['dueRule']>;

type Props = { rule: DueRule; days?: Record<string, string>; onChange: (rule: DueRule) => void };

const choices = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Fields for a number of days before or after a loan date, in reading order. */
export function DueRuleFields({ rule, days = texts.ruleDaysOf, onChange }: Props) {
  const put = (change: Partial<DueRule>) => onChange({ ...rule, ...change });
  return (
    <div className={classes.rule}>
      <NumberInput
        label={texts.ruleDays}
        min={0}
        max={400}
        clampBehavior="strict"
        allowDecimal={false}
        value={rule.days}
        onChange={(value) => put({ days: Number(value) || 0 })}
      />
      <Select
        label={texts.ruleCount}
        data={choices(texts.ruleCounts)}
        allowDeselect={false}
        value={rule.count}
        onChange={(count) => put({ count: count as DueRule['count'] })}
      />
      <Select
        label={texts.ruleSide}
        data={choices(texts.ruleSides)}
        allowDeselect={false}
        value={rule.side}
        onChange={(side) => put({ side: side as DueRule['side'] })}
      />
      <Select
        label={texts.ruleOf}
        data={choices(days)}
        allowDeselect={false}
        value={rule.of}
        onChange={(of) => put({ of: of as DueRule['of'] })}
      />
    </div>
  );
}

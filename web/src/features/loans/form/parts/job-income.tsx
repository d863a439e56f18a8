import { choicesOf } from '../choices';
import { useFormValue } from '../form-context';
import type { Scope } from '../layout';
import { type Item, isId, valueAt } from '../path';
import { texts } from '../texts';
import { AmountGrid, type AmountLine, yearly } from './amount-grid';

const entitlements = choicesOf('IncomeType')
  .map(({ value }) => value)
  .filter((value) => value.startsWith('Military') && value !== 'MilitaryBasePay');

/** The six amounts of a job. Military base pay counts in Base. */
const lines: readonly AmountLine[] = [
  { label: 'Base', kinds: ['Base', 'MilitaryBasePay'] },
  { label: 'Overtime', kinds: ['Overtime'] },
  { label: 'Bonus', kinds: ['Bonus'] },
  { label: 'Commission', kinds: ['Commissions'] },
  {
    label: 'Military Entitlements',
    kinds: ['MilitaryQuartersAllowance', ...entitlements.filter((kind) => kind !== 'MilitaryQuartersAllowance')],
  },
  { label: 'Other', kinds: ['Other'] },
];

/** The monthly amounts of a job. An owner of 25 % or more states income or loss instead. */
export function JobIncome({ path, scope }: { path: string; scope: Scope }) {
  const job = path.split('/').findLast(isId) ?? '';
  const isOwner = useFormValue(({ application }) => {
    const item = valueAt(application, path) as Item | undefined;
    return item?.selfEmployed === true && item.ownership === 'GreaterThanOrEqualTo25Percent';
  });
  if (isOwner) return null;
  return (
    <AmountGrid
      title={texts.grossIncome}
      listPath={`${scope.prefix}incomes`}
      lines={lines}
      field="monthlyAmount"
      section="1b"
      isOwn={(item) => item.employment === job}
      initial={{ employment: job, fromEmployment: true }}
      totalLabel={texts.totalJob}
      totalNote={(total) => texts.aYear(yearly(total))}
    />
  );
}

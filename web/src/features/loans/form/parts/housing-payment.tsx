import { assessmentOf, type PaymentLine } from '../assessment';
import { offeredIn } from '../choices';
import { useFormValue } from '../form-context';
import { texts } from '../texts';
import { AmountGrid, type ComputedAmount } from './amount-grid';

const lines = offeredIn('HousingExpenseType', 'L3').map(({ value, label }) => ({ label, kinds: [value] }));

/** The lines that the server computes, by its name, and the expense that overrides each. */
const overriding: Partial<Record<PaymentLine['kind'], string>> = {
  FirstMortgage: 'FirstMortgagePrincipalAndInterest',
  SubordinateLiens: 'OtherMortgageLoanPrincipalAndInterest',
};

/** The computed amounts by the expense that overrides them. */
export function computedAmounts(lines: readonly PaymentLine[]): Record<string, ComputedAmount> {
  return Object.fromEntries(
    lines.flatMap(({ kind, computed, source }) => {
      const expense = overriding[kind];
      return expense && computed ? [[expense, { amount: computed, counts: source === 'Computed' }]] : [];
    }),
  );
}

/** The eight lines of the proposed monthly payment for the property. */
export function HousingPayment() {
  const payment = useFormValue(({ document }) => assessmentOf(document)?.figures.payment.lines);
  return (
    <AmountGrid
      title={texts.proposedPayment}
      listPath="housingExpenses"
      lines={lines}
      field="amount"
      section="L3"
      isOwn={(item) => item.timing === 'Proposed'}
      initial={{ timing: 'Proposed' }}
      totalLabel={texts.total}
      computed={computedAmounts(payment ?? [])}
    />
  );
}

import { offeredIn } from '../choices';
import { texts } from '../texts';
import { AmountGrid } from './amount-grid';

const lines = offeredIn('HousingExpenseType', 'L3').map(({ value, label }) => ({ label, kinds: [value] }));

/** The eight lines of the proposed monthly payment for the property. */
export const HousingPayment = () => (
  <AmountGrid
    title={texts.proposedPayment}
    listPath="housingExpenses"
    lines={lines}
    field="amount"
    section="L3"
    isOwn={(item) => item.timing === 'Proposed'}
    initial={{ timing: 'Proposed' }}
    totalLabel={texts.total}
  />
);

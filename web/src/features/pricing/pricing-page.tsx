import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FirstLoansPanel, panelColumns } from '@/features/loans/loan-list-panel';
import { pricingLookupsQuery } from '@/shared/session/lookups';
import { Panel } from '@/shared/ui/panel';
import classes from '@/shared/ui/summary/summary.module.css';
import { SummaryPage } from '@/shared/ui/summary/summary-page';
import { comparable, noScenario, type Scenario } from './rates';
import { texts as all } from './texts';

const texts = all.pricing;
const columns = [panelColumns.officer, panelColumns.stage, panelColumns.amount, panelColumns.rate];
const purposes = ['Purchase', 'Refinance'].map((value) => ({ value, label: value }));

/** Estimates a loan's rate from the rates of comparable loans. */
export function PricingPage() {
  const [scenario, setScenario] = useState(noScenario);
  const lookups = useQuery(pricingLookupsQuery).data;
  const choose = (field: keyof Scenario, label: string, options: readonly { value: string; label: string }[] = []) => (
    <NativeSelect
      label={label}
      value={scenario[field]}
      data={[{ value: '', label: texts.any }, ...options]}
      onChange={({ currentTarget: { value } }) => setScenario({ ...scenario, [field]: value })}
    />
  );
  const states = lookups?.states.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <SummaryPage title={texts.title} text={texts.text}>
      <Panel title={texts.scenario}>
        <div className={classes.scenario}>
          {choose('mortgageType', texts.loanType, lookups?.loanTypes)}
          {choose('purpose', texts.purpose, purposes)}
          {choose('occupancy', texts.occupancy, lookups?.occupancies)}
          {choose('state', texts.state, states)}
          <Button variant="default" onClick={() => setScenario(noScenario)}>
            {texts.clear}
          </Button>
        </div>
      </Panel>
      <FirstLoansPanel
        title={texts.comparable}
        text={texts.comparableText}
        search={comparable(scenario)}
        columns={columns}
        none={texts.none}
        limit={25}
      />
    </SummaryPage>
  );
}

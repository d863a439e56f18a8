import { Button } from '@mantine/core';
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import { Link } from '@tanstack/react-router';
import { FirstLoansPanel, panelColumns } from '@/features/loans/loan-list-panel';
import { EmptyState } from '@/shared/ui/empty-state';
import { Panel } from '@/shared/ui/panel';
import { SummaryPage } from '@/shared/ui/summary/summary-page';
import { withoutRate } from './rates';
import { texts as all } from './texts';

const texts = all.quotes;
const columns = [panelColumns.stage, panelColumns.officer, panelColumns.amount];

/** Recent quotes, and borrowers who may need one. */
export function QuotesPage() {
  return (
    <SummaryPage title={texts.title} text={texts.text}>
      <Panel title={texts.emptyTitle} isTitleHidden>
        <EmptyState icon={<IconReceipt2 size={20} />} title={texts.emptyTitle} text={texts.empty}>
          <Button variant="default" renderRoot={(props) => <Link to="/app/pricing" {...props} />}>
            {texts.price}
          </Button>
        </EmptyState>
      </Panel>
      <FirstLoansPanel
        title={texts.waiting}
        text={texts.waitingText}
        search={withoutRate}
        columns={columns}
        none={texts.none}
      />
    </SummaryPage>
  );
}

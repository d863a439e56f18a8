import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { LoanRow } from '@/api/types';
import { LoanListPanel, panelColumns } from '@/features/loans/loan-list-panel';
import { day } from '@/shared/lib/format';
import { SummaryPage } from '@/shared/ui/summary/summary-page';
import { texts as all } from './texts';

const texts = all.alerts;
const { stage, officer, amount, rate } = panelColumns;
const expires = {
  key: 'expires',
  head: 'Lock expires',
  width: 120,
  isNumeric: true,
  isHeadFirst: true,
  cell: ({ lockExpiresOn }: LoanRow) => day(lockExpiresOn),
};

/** Under the loans' query key, so that it is refetched when loans change. */
const alertsQuery = queryOptions({
  queryKey: ['loans', 'page', 'rate alerts'],
  queryFn: ({ signal }) => answer(api.GET('/api/rate-alerts/loans', { signal })),
  meta: { quiet: true },
});

/** One of the two lists, with a link to the pipeline with the same filter. */
function useAlerts(list: 'floating' | 'expiring') {
  const loans = useQuery({ ...alertsQuery, select: (alerts) => alerts[list].loans });
  const { data } = useQuery({ ...alertsQuery, select: (alerts) => alerts[list] });
  return { loans, search: { filter: data?.filter, orderBy: data?.orderBy } };
}

/** Loans with a floating rate, and loans whose lock expires soon. */
export function RateAlertsPage() {
  return (
    <SummaryPage title={texts.title} text={texts.text}>
      <LoanListPanel
        title={texts.floating}
        text={texts.floatingText}
        columns={[stage, officer, amount, rate]}
        none={texts.noneFloating}
        {...useAlerts('floating')}
      />
      <LoanListPanel
        title={texts.expiring}
        text={texts.expiringText}
        columns={[stage, amount, rate, expires]}
        none={texts.noneExpiring}
        {...useAlerts('expiring')}
      />
    </SummaryPage>
  );
}

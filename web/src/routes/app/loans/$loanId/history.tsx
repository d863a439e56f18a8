import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '@/features/loans/history/history-page';

export const Route = createFileRoute('/app/loans/$loanId/history')({
  component: () => <HistoryPage loanId={Route.useParams().loanId} />,
});

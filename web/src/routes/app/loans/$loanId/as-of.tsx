import { createFileRoute } from '@tanstack/react-router';
import { AsOfPage } from '@/features/loans/history/as-of-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/loans/$loanId/as-of')({
  validateSearch: textSearch('at'),
  component: () => <AsOfPage loanId={Route.useParams().loanId} at={Route.useSearch().at} />,
});

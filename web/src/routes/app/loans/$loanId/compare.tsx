import { createFileRoute } from '@tanstack/react-router';
import { ComparePage } from '@/features/loans/history/compare-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/app/loans/$loanId/compare')({
  validateSearch: textSearch('from', 'to'),
  component: () => {
    const { from, to } = Route.useSearch();
    return <ComparePage loanId={Route.useParams().loanId} from={from} to={to} />;
  },
});

import { createFileRoute } from '@tanstack/react-router';
import { ESignCallbackPage } from '@/features/access/callbacks/e-sign-callback-page';
import { textSearch } from '@/shared/lib/text-search';

export const Route = createFileRoute('/e-sign-callback')({
  staticData: { breadcrumb: 'Documents signed' },
  validateSearch: textSearch('event', 'loanId'),
  component: ESignCallback,
});

function ESignCallback() {
  const { event, loanId } = Route.useSearch();
  return <ESignCallbackPage event={event} loanId={loanId} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { QuotesPage } from '@/features/pricing/quotes-page';

export const Route = createFileRoute('/app/quotes')({
  staticData: { breadcrumb: 'Quote History' },
  component: QuotesPage,
});

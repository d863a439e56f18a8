import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '@/features/leads/import/import-page';

export const Route = createFileRoute('/app/leads/import')({
  staticData: { breadcrumb: 'Import' },
  component: ImportPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { ContactCategoriesPage } from '@/features/orgs/lists/list-pages';

export const Route = createFileRoute('/app/settings/contact-categories')({
  staticData: { breadcrumb: 'Contact categories' },
  component: ContactCategoriesPage,
});

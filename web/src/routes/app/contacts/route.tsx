import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/app/contacts')({
  staticData: { breadcrumb: 'Business Contacts' },
});

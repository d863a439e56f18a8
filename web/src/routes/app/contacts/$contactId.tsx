import { createFileRoute, notFound } from '@tanstack/react-router';
import { ApiError } from '@/api/errors';
import { NotFound } from '@/app/errors/not-found';
import { ContactPage } from '@/features/contacts/contact-page';
import { contactQuery } from '@/features/contacts/contacts';
import { recordNumber } from '@/shared/lib/record-number';

export const Route = createFileRoute('/app/contacts/$contactId')({
  params: recordNumber('contactId'),
  loader: async ({ context, params }) => {
    try {
      const contact = await context.queryClient.ensureQueryData(contactQuery(params.contactId));
      return { breadcrumb: `${contact.firstName} ${contact.lastName}` };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  notFoundComponent: NotFound,
  component: () => <ContactPage id={Route.useParams().contactId} />,
});

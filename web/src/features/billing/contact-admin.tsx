import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { shellTexts as texts } from './shell-texts';

const adminsQuery = {
  queryKey: ['people', 'company-admins'],
  queryFn: () => {
    const query = { roles: JSON.stringify(['COMPANYADMIN']), limit: 10, offset: 0 };
    return answer(api.GET('/api/users/search/flat', { params: { query } }));
  },
  staleTime: 60_000,
  meta: { quiet: true },
} as const;

/** Starts an email to the company's admins. */
export default function ContactAdmin() {
  const admins = useQuery(adminsQuery).data?.users ?? [];
  if (admins.length === 0) return null;
  const address = `mailto:${admins.map(({ email }) => email).join(',')}?subject=${encodeURIComponent(texts.mailSubject)}`;
  return <a href={address}>{texts.contactAdmin}</a>;
}

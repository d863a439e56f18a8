import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import classes from './form.module.css';
import { useForm } from './form-context';
import { sections } from './sections';
import { texts } from './texts';

/** Milliseconds between two calls that keep this tab present. */
const beatMs = 20_000;

/** The other users who have the loan open, and the section they are in. */
export function Presence() {
  const { loanId } = useForm();
  const { hash } = useLocation();
  const section = sections.some(({ key }) => key === hash) ? (hash as components['schemas']['Section']) : null;
  const { data = [] } = useQuery({
    queryKey: ['loan-presence', loanId, section],
    queryFn: () =>
      answer(
        api.PUT('/api/loans/{id}/presence', {
          params: { path: { id: loanId } },
          body: { section },
          headers: { 'x-background': '1' },
        }),
      ),
    refetchInterval: beatMs,
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
  if (data.length === 0) return null;
  return (
    <ul className={classes.presence} aria-label={texts.alsoHere}>
      {data.map((person) => (
        <li key={person.membershipId}>
          <span aria-hidden>{initialsOf(person.name)}</span>
          {person.section ? texts.personIn(person.name, person.section) : person.name}
        </li>
      ))}
    </ul>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2);

import { Link } from '@tanstack/react-router';
import { ImpersonateButton } from '@/features/access/impersonation/impersonate-button';
import type { Column } from '@/shared/ui/data-table/column';
import { StateMark } from '@/shared/ui/state-mark';
import type { PersonAcross } from './across';
import classes from './people-across.module.css';
import { texts } from './texts';

const tones = { ACTIVE: 'green', INVITED: 'blue', BLOCKED: 'amber', DEACTIVATED: 'gray' } as const;

/** Whether a user can work, and why not. */
export function PersonState({ person }: { person: PersonAcross }) {
  if (person.company.state === 'SUSPENDED') return <StateMark tone="amber">{texts.suspended}</StateMark>;
  const tone = tones[person.state as keyof typeof tones] ?? 'gray';
  return <StateMark tone={tone}>{texts.states[person.state] ?? person.state}</StateMark>;
}

/** Branches and roles of a user, in one line. */
export const rolesInCompany = ({ units, loan }: PersonAcross): string => {
  if (loan) return texts.onLoan(loan.loanNumber, loan.roles.join(', '));
  return units.map(({ displayName, roles }) => [displayName, roles.join(', ')].filter(Boolean).join(': ')).join(' · ');
};

const name: Column<PersonAcross> = {
  key: 'name',
  head: 'Name',
  width: 170,
  cell: (person) => <span className={classes.name}>{person.name}</span>,
};
const company: Column<PersonAcross> = {
  key: 'company',
  head: 'Company',
  width: 200,
  cell: (person) => (
    <Link to="/org/companies/$companyId" params={{ companyId: person.company.id }} className={classes.link}>
      {person.company.displayName}
    </Link>
  ),
};
const rest: readonly Column<PersonAcross>[] = [
  { key: 'email', head: 'Email', width: 250, cell: (person) => person.email },
  { key: 'places', head: 'Branches and roles', width: 220, cell: rolesInCompany },
  { key: 'nmlsId', head: 'NMLS ID', width: 90, isNumeric: true, cell: (person) => person.nmlsId },
  { key: 'state', head: 'State', width: 160, cell: (person) => <PersonState person={person} /> },
  {
    key: 'act',
    head: '',
    headCell: <span className="visually-hidden">Act for somebody</span>,
    width: 120,
    isNumeric: true,
    cell: (person) => person.mayImpersonate && <ImpersonateButton userId={person.id} name={person.name} />,
  },
];

/** Users of all companies. */
export const peopleColumns: readonly Column<PersonAcross>[] = [name, company, ...rest];
/** Users of one company. */
export const ownPeopleColumns: readonly Column<PersonAcross>[] = [name, ...rest];

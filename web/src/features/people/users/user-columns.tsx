import { Link } from '@tanstack/react-router';
import type { ListColumn } from '@/shared/ui/list-table';
import { shortLicense } from './license-text';
import { texts } from './texts';
import type { ManagedUser } from './user-calls';
import { rolesByBranch } from './user-roles';
import { UserState } from './user-state';
import classes from './users.module.css';

export const userColumns = (roleName: (code: string) => string): readonly ListColumn<ManagedUser>[] => [
  {
    key: 'name',
    head: texts.name,
    cell: (user) => (
      <>
        <Link to="/app/settings/users/$userId" params={{ userId: user.id }} className={classes.name}>
          {user.name || user.email}
        </Link>
        {user.homeCompany && <span className={classes.quiet}> {texts.from(user.homeCompany)}</span>}
      </>
    ),
  },
  { key: 'email', head: texts.email, width: 232, cell: ({ email }) => <Email email={email} /> },
  { key: 'places', head: texts.rolesAndBranches, cell: (user) => rolesByBranch(user, roleName).join('; ') },
  { key: 'billing', head: texts.license, width: 144, cell: ({ billing }) => (billing ? shortLicense(billing) : '') },
  { key: 'nmlsId', head: texts.nmlsId, width: 84, fitsContent: true, cell: ({ nmlsId }) => nmlsId },
  { key: 'state', head: texts.state, width: 100, cell: ({ state }) => <UserState state={state} /> },
];

/** Breaks a long address before its domain. */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className={classes.email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

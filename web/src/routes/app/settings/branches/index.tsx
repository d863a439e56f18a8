import { createFileRoute } from '@tanstack/react-router';
import { BranchPage } from '@/features/orgs/branches/branch-page';
import { BranchesPage } from '@/features/orgs/branches/branches-page';
import { textSearch } from '@/shared/lib/text-search';
import { useActiveUser } from '@/shared/session/me';

export const Route = createFileRoute('/app/settings/branches/')({
  validateSearch: textSearch('string', 'state', 'page'),
  component: Branches,
});

/** Headquarters see all branches. A branch sees its own settings. */
function Branches() {
  const { WizeOrgUnit } = useActiveUser();
  const search = Route.useSearch();
  return WizeOrgUnit.type === 'BRANCH' ? <BranchPage id={WizeOrgUnit.id} /> : <BranchesPage search={search} />;
}

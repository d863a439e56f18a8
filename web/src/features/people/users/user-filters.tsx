import { useQuery } from '@tanstack/react-query';
import { useLookups } from '@/shared/session/lookups';
import { useActiveUser } from '@/shared/session/me';
import { FilterInput } from '@/shared/ui/filter-input';
import { FilterMenu } from '@/shared/ui/filter-menu';
import { texts } from './texts';
import { openUnitsQuery, type UserSearch } from './user-calls';

type Props = { search: UserSearch; onChange: (change: UserSearch, replace?: boolean) => void };

/** The list's filters. Users of a branch can't choose another one. */
export function UserFilters({ search, onChange }: Props) {
  const { WizeOrgUnit } = useActiveUser();
  const { roles } = useLookups();
  const isBranch = WizeOrgUnit.type === 'BRANCH';
  const units = useQuery({ ...openUnitsQuery(WizeOrgUnit.id), enabled: !isBranch });
  const offered = roles.filter(({ code }) => code !== 'SUPERADMIN');
  return (
    <>
      <FilterInput
        label={texts.filter}
        value={search.string ?? ''}
        onChange={(string) => onChange({ string: string || undefined }, true)}
      />
      <FilterMenu
        label={texts.role}
        all={texts.allRoles}
        choices={offered.map(({ code, name }) => ({ value: code, label: name }))}
        value={search.role ?? ''}
        onChange={(role) => onChange({ role: role || undefined })}
      />
      {!isBranch && (
        <FilterMenu
          label={texts.branch}
          all={texts.allBranches}
          choices={(units.data ?? []).map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
          value={search.branch ?? ''}
          onChange={(branch) => onChange({ branch: branch || undefined })}
        />
      )}
      <FilterMenu
        label={texts.state}
        all={texts.allStates}
        choices={Object.entries(texts.states).map(([value, label]) => ({ value, label }))}
        value={search.state ?? ''}
        onChange={(state) => onChange({ state: state || undefined })}
      />
    </>
  );
}

import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { companyPeopleQuery } from '@/features/people/across/across';
import { PeopleList } from '@/features/people/across/people-list';
import { EmptyState } from '@/shared/ui/empty-state';
import { FilterInput } from '@/shared/ui/filter-input';
import classes from './company-layout.module.css';
import { texts } from './texts';

export type UserSearch = { string?: string; offset?: string };

export function CompanyUsers({ companyId, search }: { companyId: number; search: UserSearch }) {
  const navigate = useNavigate({ from: '/org/companies/$companyId/users' });
  const page = useQuery(companyPeopleQuery(companyId, search.string, search.offset));
  const go = (next: UserSearch, replace: boolean) => void navigate({ search: next, replace });
  return (
    <>
      <FilterInput
        className={classes.filter}
        label={texts.filterUsers}
        value={search.string ?? ''}
        onChange={(string) => go(string ? { string } : {}, true)}
      />
      <PeopleList
        isOfOneCompany
        page={page}
        offset={Number(search.offset ?? 0)}
        onOffset={(offset) => go({ ...search, offset: offset > 0 ? String(offset) : undefined } as UserSearch, false)}
        empty={
          <EmptyState
            icon={<IconUserOff size={20} />}
            title={texts.noUsersTitle}
            text={page.isError ? page.error.message : texts.noUsers}
          />
        }
      />
    </>
  );
}

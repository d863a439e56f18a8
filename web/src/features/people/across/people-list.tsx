import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '@/api/schema';
import { ImpersonateButton } from '@/features/access/impersonation/impersonate-button';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { DataTable } from '@/shared/ui/data-table/data-table';
import { OffsetPager } from '@/shared/ui/data-table/offset-pager';
import classes from './people-across.module.css';
import { ownPeopleColumns, PersonState, peopleColumns, rolesInCompany } from './people-columns';
import { texts } from './texts';

type Props = {
  page: UseQueryResult<components['schemas']['PeopleAcross']>;
  offset: number;
  onOffset: (offset: number) => void;
  /** Shown for an empty list. */
  empty: ReactNode;
  /** Hides the company column, because all rows have the same company. */
  isOfOneCompany?: boolean;
};

/** A page of users: a table, or cards on phones. */
export function PeopleList({ page, offset, onOffset, empty, isOfOneCompany = false }: Props) {
  const isPhone = useIsPhone();
  const rows = page.isError ? [] : page.data?.rows;
  return (
    <section className={classes.panel} aria-label={texts.title}>
      {isPhone ? (
        rows?.length === 0 ? (
          empty
        ) : (
          <ul className={classes.cards}>
            {rows?.map((person) => (
              <li key={person.id} className={classes.card}>
                <span className={classes.name}>{person.name}</span>
                <PersonState person={person} />
                <span className={classes.second}>{isOfOneCompany ? person.email : person.company.displayName}</span>
                <span className={classes.second}>{rolesInCompany(person)}</span>
                {person.mayImpersonate && <ImpersonateButton userId={person.id} name={person.name} />}
              </li>
            ))}
          </ul>
        )
      ) : (
        <DataTable
          label={texts.title}
          columns={isOfOneCompany ? ownPeopleColumns : peopleColumns}
          rows={rows}
          rowKey={(person) => person.id}
          isStale={page.isPlaceholderData}
          empty={empty}
        />
      )}
      {rows && rows.length > 0 && (
        <OffsetPager
          offset={offset}
          rowCount={rows.length}
          count={page.data?.count ?? 0}
          isCapped={page.data?.countIsCapped === true}
          onOffset={onOffset}
        />
      )}
    </section>
  );
}

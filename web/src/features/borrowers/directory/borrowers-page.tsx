import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { DirectoryList } from '@/features/contacts/directory-list';
import {
  type BorrowerSearch,
  borrowerSearch,
  isNarrowed,
  sortingOf,
  storeSearch,
} from '@/features/contacts/directory-search';
import { EmptyList } from '@/features/contacts/empty-list';
import { hasDraft } from '@/shared/lib/drafts';
import { dayOf, phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermissions } from '@/shared/session/me';
import type { Column } from '@/shared/ui/data-table/column';
import classes from '@/shared/ui/list-page.module.css';
import { type BorrowerRow, borrowerCountQuery, borrowerPageQuery } from './borrowers';
import { texts } from './texts';

const BorrowerDialog = onDemand(() => import('./borrower-dialog'));
const UploadDialog = onDemand(() => import('./upload-dialog'));

const nameOf = ({ FirstName, LastName }: BorrowerRow) => `${FirstName} ${LastName}`.trim() || texts.title;

const columns: readonly Column<BorrowerRow>[] = [
  {
    key: 'name',
    head: texts.name,
    width: 200,
    orderBy: 'name',
    cell: (borrower) => (
      <Link to="/app/borrowers/$borrowerId" params={{ borrowerId: borrower.id }} className={classes.link} data-row-link>
        {nameOf(borrower)}
      </Link>
    ),
  },
  { key: 'phone', head: texts.phone, width: 150, fitsContent: true, cell: ({ CellPhone }) => phone(CellPhone) },
  { key: 'email', head: texts.email, width: 280, cell: ({ Email }) => Email },
  { key: 'loans', head: texts.loans, width: 80, isNumeric: true, cell: ({ loanCount }) => loanCount || '' },
  { key: 'owner', head: texts.owner, width: 160, cell: ({ ownerName }) => ownerName },
  {
    key: 'created',
    head: texts.created,
    width: 110,
    isNumeric: true,
    orderBy: 'created',
    firstSort: 'DESC',
    cell: ({ createdAt }) => dayOf(createdAt),
  },
  {
    key: 'updated',
    head: texts.updated,
    width: 110,
    isNumeric: true,
    orderBy: 'updated',
    firstSort: 'DESC',
    cell: ({ updatedAt }) => dayOf(updatedAt),
  },
];

/** The list of borrowers that the user may see. */
export function BorrowersPage({ search }: { search: BorrowerSearch }) {
  const navigate = useNavigate({ from: '/app/borrowers/' });
  const { reach } = usePermissions();
  const [isAdding, setAdding] = useState(() => hasDraft('borrower new'));
  const [isUploading, setUploading] = useState(false);
  const page = useQuery(borrowerPageQuery(search));
  const total = useQuery(borrowerCountQuery(search)).data;
  const go = (change: Partial<BorrowerSearch>, replace = false) => {
    const next = borrowerSearch({ ...search, after: undefined, ...change });
    storeSearch('borrowers', next);
    void navigate({ search: next, replace });
  };
  const open = (id: number) => void navigate({ to: '/app/borrowers/$borrowerId', params: { borrowerId: id } });
  const isWithout = page.isError || page.data?.rows?.length === 0;
  return (
    <>
      <DirectoryList
        words={texts}
        search={search}
        onChange={go}
        sorting={sortingOf(search)}
        onSort={(sorting) => go(sorting as Partial<BorrowerSearch>)}
        columns={columns}
        page={page.isError ? undefined : page.data}
        count={total}
        isStale={page.isPlaceholderData}
        rowKey={({ id }) => id}
        cardOf={(borrower) => ({
          name: nameOf(borrower),
          end: borrower.loanCount > 0 ? texts.loanCount(borrower.loanCount) : undefined,
          line: borrower.Email ?? undefined,
          lineEnd: phone(borrower.CellPhone),
        })}
        link={(borrower, className, content) => (
          <Link to="/app/borrowers/$borrowerId" params={{ borrowerId: borrower.id }} className={className}>
            {content}
          </Link>
        )}
        onOpen={({ id }) => open(id)}
        onAdd={() => setAdding(true)}
        tools={
          <>
            <Button variant="default" onClick={() => setUploading(true)}>
              {texts.upload}
            </Button>
            {reach === 'COMPANY' && (
              <Button component={Link} to="/app/borrowers/duplicates" variant="default">
                {texts.duplicatesLink}
              </Button>
            )}
          </>
        }
        empty={
          isWithout && (
            <EmptyList
              words={texts}
              error={page.error}
              isNarrowed={isNarrowed(search)}
              onRetry={() => void page.refetch()}
              onClear={() => go({ string: undefined, assigneeType: undefined })}
              onAdd={() => setAdding(true)}
            />
          )
        }
      />
      <Suspense>
        {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
        {isAdding && <BorrowerDialog borrower={null} onClose={() => setAdding(false)} onDone={({ id }) => open(id)} />}
      </Suspense>
    </>
  );
}

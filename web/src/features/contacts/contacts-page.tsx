import { Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { hasDraft } from '@/shared/lib/drafts';
import { dayOf, phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import type { Column } from '@/shared/ui/data-table/column';
import { FilterMenu } from '@/shared/ui/filter-menu';
import classes from '@/shared/ui/list-page.module.css';
import { type ContactRow, categoriesQuery, contactCountQuery, contactPageQuery } from './contacts';
import { DirectoryList } from './directory-list';
import { type ContactSearch, contactSearch, isNarrowed, sortingOf, storeSearch } from './directory-search';
import { EmptyList } from './empty-list';
import { texts } from './texts';

const ContactDialog = onDemand(() => import('./contact-dialog'));

const nameOf = ({ firstName, lastName }: ContactRow) => `${firstName} ${lastName}`;

const columns: readonly Column<ContactRow>[] = [
  {
    key: 'name',
    head: texts.name,
    width: 200,
    orderBy: 'name',
    cell: (contact) => (
      <Link to="/app/contacts/$contactId" params={{ contactId: contact.id }} className={classes.link} data-row-link>
        {nameOf(contact)}
      </Link>
    ),
  },
  {
    key: 'company',
    head: texts.company,
    width: 180,
    orderBy: 'companyName',
    cell: ({ BusinessContactCompany }) => BusinessContactCompany?.name,
  },
  { key: 'category', head: texts.category, width: 200, cell: ({ category }) => category.name },
  { key: 'phone', head: texts.phone, width: 140, fitsContent: true, cell: (contact) => phone(contact.phone) },
  { key: 'email', head: texts.email, width: 240, cell: ({ email }) => email },
  { key: 'owner', head: texts.owner, width: 150, cell: ({ ownerName }) => ownerName },
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

/** The list of business contacts that the user may see. */
export function ContactsPage({ search }: { search: ContactSearch }) {
  const navigate = useNavigate({ from: '/app/contacts/' });
  const [isAdding, setAdding] = useState(() => hasDraft('contact new'));
  const page = useQuery(contactPageQuery(search));
  const total = useQuery(contactCountQuery(search)).data;
  const categories = useQuery(categoriesQuery).data ?? [];
  const go = (change: Partial<ContactSearch>, replace = false) => {
    const next = contactSearch({ ...search, after: undefined, ...change });
    storeSearch('contacts', next);
    void navigate({ search: next, replace });
  };
  const isWithout = page.isError || page.data?.rows?.length === 0;
  return (
    <>
      <DirectoryList
        words={texts}
        search={search}
        onChange={go}
        sorting={sortingOf(search)}
        onSort={(sorting) => go(sorting as Partial<ContactSearch>)}
        columns={columns}
        page={page.isError ? undefined : page.data}
        count={total}
        isStale={page.isPlaceholderData}
        rowKey={({ id }) => id}
        cardOf={(contact) => ({
          name: nameOf(contact),
          end: contact.category.name,
          line: contact.BusinessContactCompany?.name,
          lineEnd: phone(contact.phone),
        })}
        link={(contact, className, content) => (
          <Link to="/app/contacts/$contactId" params={{ contactId: contact.id }} className={className}>
            {content}
          </Link>
        )}
        onOpen={({ id }) => void navigate({ to: '/app/contacts/$contactId', params: { contactId: id } })}
        onAdd={() => setAdding(true)}
        tools={
          <>
            <FilterMenu
              label={texts.category}
              all={texts.allCategories}
              choices={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={search.category ?? ''}
              onChange={(category) => go({ category })}
            />
            {search.company && (
              <Button
                variant="default"
                rightSection={<IconX size={14} aria-hidden />}
                aria-label={texts.everyCompany}
                onClick={() => go({ company: undefined })}
              >
                {page.data?.rows?.[0]?.BusinessContactCompany?.name ?? texts.company}
              </Button>
            )}
            <Button component={Link} to="/app/contacts/companies" variant="default">
              {texts.companies}
            </Button>
          </>
        }
        empty={
          isWithout && (
            <EmptyList
              words={texts}
              error={page.error}
              isNarrowed={isNarrowed(search)}
              onRetry={() => void page.refetch()}
              onClear={() =>
                go({ string: undefined, category: undefined, company: undefined, assigneeType: undefined })
              }
              onAdd={() => setAdding(true)}
            />
          )
        }
      />
      <Suspense>{isAdding && <ContactDialog contact={null} onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}

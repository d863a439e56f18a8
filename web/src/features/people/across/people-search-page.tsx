import '@mantine/core/styles/Combobox.layer.css';
import { Button, Select, TextInput } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import IconUserSearch from '@tabler/icons-react/dist/esm/icons/IconUserSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { EmptyState } from '@/shared/ui/empty-state';
import { peopleAcrossQuery } from './across';
import classes from './people-across.module.css';
import { PeopleList } from './people-list';
import { type PeopleSearch, type SearchOption, searchOptions } from './people-search';
import { texts } from './texts';

/** Searches the users of all companies, for support calls. */
export function PeopleSearchPage({ search }: { search: PeopleSearch }) {
  const navigate = useNavigate({ from: '/org/users' });
  const page = useQuery(peopleAcrossQuery(search));
  const go = (next: PeopleSearch) => void navigate({ search: next });
  return (
    <>
      <SearchForm
        // A new address, from a link or Back, replaces the typed text.
        key={`${search.searchOption} ${search.searchValue}`}
        search={search}
        error={page.isError ? page.error.message : null}
        onSearch={go}
      />
      {search.searchValue ? (
        <PeopleList
          page={page}
          offset={Number(search.offset ?? 0)}
          onOffset={(offset) => go({ ...search, offset: offset > 0 ? String(offset) : undefined })}
          empty={
            page.isError ? (
              <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={page.error.message}>
                <Button variant="default" onClick={() => void page.refetch()}>
                  {texts.retry}
                </Button>
              </EmptyState>
            ) : (
              <EmptyState icon={<IconUserOff size={20} />} title={texts.noneTitle} text={texts.none} />
            )
          }
        />
      ) : (
        <section className={classes.panel} aria-label={texts.title}>
          <EmptyState icon={<IconUserSearch size={20} />} title={texts.startTitle} text={texts.start} />
        </section>
      )}
    </>
  );
}

type FormProps = { search: PeopleSearch; error: string | null; onSearch: (search: PeopleSearch) => void };

function SearchForm({ search, error, onSearch }: FormProps) {
  const [option, setOption] = useState<SearchOption>(search.searchOption ?? 'user');
  const [value, setValue] = useState(search.searchValue ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(value.trim() ? { searchOption: option, searchValue: value.trim() } : {});
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element for it is not known to every browser that we support
    <form role="search" className={classes.toolbar} onSubmit={submit}>
      <h1>{texts.title}</h1>
      <Select
        className={classes.option}
        aria-label={texts.searchBy}
        data={searchOptions.map((key) => ({ value: key, label: texts.options[key] }))}
        value={option}
        onChange={(key) => setOption((key ?? 'user') as SearchOption)}
        allowDeselect={false}
      />
      <TextInput
        className={classes.value}
        type="search"
        aria-label={texts.options[option]}
        placeholder={texts.placeholder[option]}
        autoFocus
        value={value}
        aria-invalid={Boolean(error)}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit">{texts.search}</Button>
    </form>
  );
}

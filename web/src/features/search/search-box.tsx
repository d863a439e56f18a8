import { Kbd, UnstyledButton } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import classes from './search-box.module.css';
import { preloadSearch } from './search-host';
import { isOf, searchStore } from './search-store';
import { texts } from './texts';
import { useSearch } from './use-search';

/** The header's search, with a link back to it from an opened result. */
export function SearchBox() {
  const search = useSearch();
  const { pathname } = useLocation();
  const { opened } = useSyncExternalStore(searchStore.subscribe, searchStore.get);
  if (!search) return null;
  return (
    <>
      {isOf(opened, pathname) && (
        <UnstyledButton className={classes.back} aria-label={texts.back} onClick={() => search(opened.text)}>
          <IconArrowLeft size={16} aria-hidden />
          <span className={classes.label}>{texts.back}</span>
        </UnstyledButton>
      )}
      <UnstyledButton
        className={classes.box}
        aria-label={texts.search}
        aria-keyshortcuts="/"
        onMouseEnter={preloadSearch}
        onFocus={preloadSearch}
        onClick={() => search()}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.label}>{texts.search}</span>
        <Kbd className={classes.key}>/</Kbd>
      </UnstyledButton>
    </>
  );
}

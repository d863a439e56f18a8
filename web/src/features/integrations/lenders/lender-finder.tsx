import { Button, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answer, api } from '@/api/client';
import { Loaded } from '@/shared/ui/panel';
import { foundLenders } from './integrated';
import classes from './integrated.module.css';
import { LenderLink } from './lender-link';
import { texts } from './texts';

const integratedQuery = queryOptions({
  queryKey: ['lenders', 'integrated'],
  queryFn: () => answer(api.GET('/api/lenders/integrated')),
  staleTime: 300_000,
  meta: { quiet: true },
});

/** Searches the lenders that this installation is integrated with. */
export function LenderFinder() {
  const lenders = useQuery(integratedQuery);
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    setText('');
    // The button is gone, so the search box takes its focus.
    box.current?.focus();
  };
  return (
    <div className={classes.finder}>
      <div className={classes.search}>
        <TextInput
          ref={box}
          data-autofocus
          aria-label={texts.searchIntegrated}
          placeholder={texts.searchIntegrated}
          leftSection={<IconSearch size={15} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="default" disabled={text === ''} onClick={clear}>
          {texts.clear}
        </Button>
      </div>
      <Loaded query={lenders}>
        {({ rows }) => {
          const found = foundLenders(rows, text);
          if (found.length === 0) {
            return (
              <p className={classes.none} role="status">
                {texts.noRecords}
              </p>
            );
          }
          return (
            <ul className={classes.grid} aria-label={texts.integrated}>
              {found.map((lender) => (
                <li key={lender.name}>
                  <LenderLink lender={lender} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </div>
  );
}

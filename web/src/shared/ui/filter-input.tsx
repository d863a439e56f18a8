import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { searchDebounceMs } from '../lib/constants';

type Props = { label: string; value: string; onChange: (value: string) => void; className?: string };

/**
 * A text filter that applies after a pause in typing. External changes (a link, Clear filter) replace the typed text.
 */
export function FilterInput({ label, value, onChange, className }: Props) {
  const [draft, setDraft] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== sent) {
    setSent(value);
    setDraft(value);
  }
  const send = useDebouncedCallback((text: string) => {
    setSent(text.trim());
    onChange(text.trim());
  }, searchDebounceMs);
  const type = (text: string) => {
    setDraft(text);
    send(text);
  };
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={15} />}
      rightSection={draft && <CloseButton size="xs" aria-label="Clear filter text" onClick={() => type('')} />}
      value={draft}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

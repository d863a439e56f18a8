import '@mantine/core/styles/Combobox.layer.css';
import { CloseButton, Combobox, InputBase, Loader, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { hashKey, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, type UIEvent, useState } from 'react';
import { dropdownPageSize, searchDebounceMs } from '../lib/constants';
import classes from './async-select.module.css';

export type Option = {
  id: number;
  label: string;
  /** Hint at the end of the label's line. */
  hint?: string;
  badge?: string;
  /** Second line below the label. */
  under?: string;
  /** Heading of the group that this option and the following ones belong to. */
  group?: string;
};
type Page<Choice> = { options: Choice[]; count: number };
export type LoadOptions<Choice extends Option = Option> = (
  query: { string: string; offset: number; limit: number },
  signal: AbortSignal,
) => Promise<Page<Choice>>;

type Props<Choice extends Option> = {
  label: ReactNode;
  /** Accessible name of the field. */
  name: string;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  error?: string | undefined;
  queryKey: QueryKey;
  load: LoadOptions<Choice>;
  /** Additional delay after the last key, in milliseconds. */
  delayMs?: number;
  /** False inside a popover, which a click on the portal would close. */
  withinPortal?: boolean;
  value: Choice | null;
  onChange: (value: Choice | null) => void;
  onBlur?: () => void;
};

/** A picker that searches on the server: ten options at a time, 300 ms after the last key, more on scrolling. */
export function AsyncSelect<Choice extends Option>(props: Props<Choice>) {
  const {
    label,
    name,
    placeholder,
    required,
    disabled,
    error,
    queryKey,
    load,
    value,
    onChange,
    onBlur,
    delayMs = 0,
    withinPortal = true,
  } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [string] = useDebouncedValue(typed ?? '', searchDebounceMs + delayMs);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useOptions({ queryKey, string, load, enabled: combobox.dropdownOpened });
  // Freeze the list while an option is pressed, so that it is still at the same position on release.
  const [pressed, setPressed] = useState<Choice[] | null>(null);
  const options = pressed ?? found.data?.pages.flatMap((page) => page.options) ?? [];
  const holdStill = () => {
    setPressed(options);
    // The click event follows immediately.
    const release = () => setTimeout(() => setPressed(null));
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, { once: true });
  };

  const choose = (id: string) => {
    const option = options.find((candidate) => String(candidate.id) === id);
    if (option) onChange(option);
    setTyped(null);
    combobox.closeDropdown();
  };
  const leave = () => {
    setTyped(null);
    combobox.closeDropdown();
    onBlur?.();
  };
  const loadMoreAtEnd = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const isNearEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
    if (isNearEnd && found.hasNextPage && !found.isFetching) void found.fetchNextPage();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={withinPortal}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          role="combobox"
          aria-label={name}
          label={label}
          required={required}
          disabled={disabled}
          error={error}
          placeholder={placeholder}
          autoComplete="off"
          value={typed ?? value?.label ?? ''}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={leave}
          rightSectionPointerEvents="all"
          rightSectionWidth={value?.badge && typed === null ? 88 : undefined}
          rightSection={
            <>
              {value?.badge && typed === null && <span className={classes.badge}>{value.badge}</span>}
              <End
                isBusy={found.isFetching}
                clearLabel={value && !disabled ? `Clear ${name}` : null}
                onClear={() => onChange(null)}
              />
            </>
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          aria-label={name}
          className={classes.options}
          onScroll={loadMoreAtEnd}
          onPointerDown={holdStill}
        >
          <Choices options={options} chosen={value?.id} />
          {found.isSuccess && !found.isPlaceholderData && options.length === 0 && (
            <Combobox.Empty>No records found</Combobox.Empty>
          )}
          {found.isError && <Combobox.Empty>The list could not be loaded</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

type OptionsQuery<Choice extends Option> = {
  queryKey: readonly unknown[];
  string: string;
  load: LoadOptions<Choice>;
  enabled: boolean;
};

/** Loads the options that match a text, page by page. */
function useOptions<Choice extends Option>({ queryKey, string, load, enabled }: OptionsQuery<Choice>) {
  return useInfiniteQuery({
    queryKey: [...queryKey, string],
    enabled,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => load({ string, offset: pageParam, limit: dropdownPageSize }, signal),
    getNextPageParam: (last, pages) => {
      const seen = pages.length * dropdownPageSize;
      return seen < last.count ? seen : undefined;
    },
    // Keep the previous results until new ones arrive.
    placeholderData: (pages, before) =>
      hashKey(before?.queryKey.slice(0, -1) ?? []) === hashKey(queryKey) ? pages : undefined,
  });
}

/** The options, with headings if they have groups. */
function Choices({ options, chosen }: { options: readonly Option[]; chosen: Option['id'] | undefined }) {
  return groupsOf(options).map(({ group, members }) => {
    const choices = members.map((option) => (
      <Combobox.Option key={option.id} value={String(option.id)} active={option.id === chosen}>
        <span className={classes.option}>
          <span className={classes.name}>{option.label}</span>
          {option.badge && <span className={classes.badge}>{option.badge}</span>}
          <span className={classes.hint}>{option.hint}</span>
        </span>
        {option.under && <span className={classes.under}>{option.under}</span>}
      </Combobox.Option>
    ));
    return group === undefined ? (
      choices
    ) : (
      <Combobox.Group key={group} label={group}>
        {choices}
      </Combobox.Group>
    );
  });
}

/** Groups the options, in their original order. */
function groupsOf<Choice extends Option>(
  options: readonly Choice[],
): { group: string | undefined; members: Choice[] }[] {
  const groups: { group: string | undefined; members: Choice[] }[] = [];
  for (const option of options) {
    const last = groups.find(({ group }) => group === option.group);
    if (last) last.members.push(option);
    else groups.push({ group: option.group, members: [option] });
  }
  return groups;
}

type EndProps = { isBusy: boolean; clearLabel: string | null; onClear: () => void };

function End({ isBusy, clearLabel, onClear }: EndProps) {
  if (isBusy) return <Loader size={14} />;
  if (!clearLabel) return <Combobox.Chevron />;
  return (
    <CloseButton
      size="xs"
      aria-label={clearLabel}
      // Otherwise the field would lose the focus before the click event.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    />
  );
}

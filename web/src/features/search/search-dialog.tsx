import '@/shared/ui/modal-styles';
import { Button, Kbd, Loader, Modal, Skeleton, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { openTask } from '@/features/tasks/open-task';
import { modalWidths, searchDebounceMs } from '@/shared/lib/constants';
import { confirmDiscard } from '@/shared/lib/unsaved-changes';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { usePermission } from '@/shared/session/me';
import { Status } from '@/shared/ui/announcer/status';
import { highlighted } from './highlighted';
import { noteSearch, recentSearches } from './recent-searches';
import { type Group, groupsOf, type Hit, searched, searchQuery } from './search';
import classes from './search-dialog.module.css';
import { searchStore } from './search-store';
import { texts } from './texts';

/** Searches all records while the user types. Arrow keys select a result, and Enter opens it. */
export default function SearchDialog() {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [typed, setTyped] = useState(() => searchStore.get().text);
  const [recent] = useState(() => recentSearches(sessionStorage));
  const [settled] = useDebouncedValue(typed, searchDebounceMs);
  const text = searched(settled);
  const results = useQuery(searchQuery(text));
  const hasText = searched(typed) !== '';
  const groups = hasText && text && results.data && !results.isError ? groupsOf(results.data) : [];
  const hits = groups.flatMap((group) => group.hits);
  const choices = hasText ? hits.map(({ key }) => key) : recent.map((_, at) => `recent-${at}`);
  const { active, setMarked, list, idOf } = useMarked(choices);

  const leave = () => {
    if (text) noteSearch(sessionStorage, text);
    searchStore.close();
  };
  const follow = async ({ id, name, page }: Hit) => {
    if (page && !(await confirmDiscard())) return;
    noteSearch(sessionStorage, text);
    searchStore.follow({ text, pathname: page ?? pathname });
    if (page) await navigate({ href: hrefOf(page) });
    else openTask({ id, title: name });
  };
  const choose = (key: string) => {
    const hit = hits.find((other) => other.key === key);
    if (hit) void follow(hit);
    else setTyped(recent[choices.indexOf(key)] ?? '');
  };
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step) {
      event.preventDefault();
      const next = choices.at((choices.indexOf(active ?? '') + step) % choices.length);
      setMarked(next ?? null);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      // The results may still belong to the previous text.
      if (!hasText || searched(typed) === text) choose(active);
    }
  };
  const isPending = hasText && !results.isError && (text !== searched(typed) || results.isFetching);
  const isEmpty = hasText && !isPending && results.data && hits.length === 0;

  return (
    <Modal.Root
      opened
      onClose={leave}
      size={modalWidths.small}
      fullScreen={isPhone}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={texts.search} classNames={{ content: classes.content }}>
        <Field
          list={list}
          isExpanded={choices.length > 0}
          activeId={active ? idOf(active) : undefined}
          value={typed}
          onChange={setTyped}
          onKeyDown={walk}
          isBusy={Boolean(isPending && results.data)}
        />
        <VisuallyHidden>
          <Status text={isPending ? texts.searching : hits.length > 0 ? texts.found(hits.length) : ''} />
        </VisuallyHidden>
        <div className={classes.results}>
          <div id={list} role="listbox" aria-label={hasText ? texts.results : texts.recent}>
            {hasText ? (
              groups.map((group) => (
                <GroupOf
                  key={group.kind}
                  group={group}
                  text={text}
                  active={active}
                  idOf={idOf}
                  onMark={setMarked}
                  onFollow={(hit) => void follow(hit)}
                />
              ))
            ) : (
              <RecentSearches texts={recent} active={active} idOf={idOf} onMark={setMarked} onChoose={setTyped} />
            )}
          </div>
          <Notices
            isUntyped={!hasText && recent.length === 0}
            isFirstSearch={isPending && !results.data}
            isEmpty={Boolean(isEmpty)}
            onRetry={hasText && results.isError ? () => void results.refetch() : null}
            isRetrying={results.isFetching}
          />
        </div>
        {!isPhone && <Keys />}
      </Modal.Content>
    </Modal.Root>
  );
}

type NoticesProps = {
  isUntyped: boolean;
  /** True if no earlier results can be shown in the meantime. */
  isFirstSearch: boolean;
  isEmpty: boolean;
  /** Null unless the search failed. */
  onRetry: (() => void) | null;
  isRetrying: boolean;
};

/** Hints, skeletons and errors in place of results. */
function Notices({ isUntyped, isFirstSearch, isEmpty, onRetry, isRetrying }: NoticesProps) {
  const mayReveal = usePermission('LOAN_REVEAL');
  return (
    <>
      {isUntyped && (
        <p className={classes.said}>
          {texts.hint} {mayReveal && texts.hintNumber}
        </p>
      )}
      {isFirstSearch && <Skeletons />}
      {isEmpty && (
        <p className={classes.said}>
          <Status text={texts.none} />
        </p>
      )}
      {onRetry && (
        <div className={classes.said} role="alert">
          <p>{texts.failed}</p>
          <Button variant="default" onClick={onRetry} loading={isRetrying}>
            {texts.retry}
          </Button>
        </div>
      )}
    </>
  );
}

/** Loans have no page at their own address, so open their first tab. */
const hrefOf = (page: string) => (page.startsWith('/app/loans/') ? `${page}/loan-info` : page);

const isPlain = (event: MouseEvent) => !(event.metaKey || event.ctrlKey || event.shiftKey || event.button);

type GroupProps = {
  group: Group;
  text: string;
  active: string | null;
  idOf: (key: string) => string;
  onMark: (key: string) => void;
  onFollow: (hit: Hit) => void;
};

function GroupOf({ group: { kind, count, isCapped, hits }, text, active, idOf, onMark, onFollow }: GroupProps) {
  return (
    <fieldset className={classes.group} aria-labelledby={idOf(kind)}>
      <div id={idOf(kind)} className={classes.kind}>
        {texts.kinds[kind]} <span>{texts.shown(hits.length, count, isCapped)}</span>
      </div>
      {hits.map((hit) => (
        <HitOf
          key={hit.key}
          id={idOf(hit.key)}
          hit={hit}
          text={text}
          isActive={active === hit.key}
          onMark={() => onMark(hit.key)}
          onFollow={() => onFollow(hit)}
        />
      ))}
    </fieldset>
  );
}

type HitProps = { id: string; hit: Hit; text: string; isActive: boolean; onMark: () => void; onFollow: () => void };

function HitOf({ id, hit, text, isActive, onMark, onFollow }: HitProps) {
  const element = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <a
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      href={hit.page ? hrefOf(hit.page) : undefined}
      className={classes.hit}
      onMouseMove={onMark}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        // Leave opening in another tab to the browser.
        if (hit.page && !isPlain(event)) return;
        event.preventDefault();
        onFollow();
      }}
      onKeyDown={() => undefined}
    >
      <span className={classes.name}>
        <Marked text={hit.name} searchedFor={text} />
      </span>
      <span className={classes.details}>
        {hit.details.map((detail, at) => (
          <span key={detail}>
            {at > 0 && ' · '}
            <Marked text={detail} searchedFor={text} />
          </span>
        ))}
      </span>
    </a>
  );
}

/** The active choice: the one marked last, or the first. */
function useMarked(choices: readonly string[]) {
  const [marked, setMarked] = useState<string | null>(null);
  const active = choices.includes(marked ?? '') ? marked : (choices[0] ?? null);
  const list = useId();
  return { active, setMarked, list, idOf: (key: string) => `${list}-${key}` };
}

type FieldProps = {
  /** Id of the list of choices. */
  list: string;
  isExpanded: boolean;
  activeId: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  isBusy: boolean;
};

function Field({ list, isExpanded, activeId, value, onChange, onKeyDown, isBusy }: FieldProps) {
  return (
    <div className={classes.field}>
      <IconSearch size={18} aria-hidden />
      <input
        className={classes.input}
        data-autofocus
        role="combobox"
        aria-label={texts.search}
        aria-expanded={isExpanded}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={texts.placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isBusy && <Loader size={14} aria-hidden />}
      <Modal.CloseButton aria-label="Close" />
    </div>
  );
}

type RecentSearchesProps = {
  texts: readonly string[];
  active: string | null;
  idOf: (key: string) => string;
  onMark: (key: string) => void;
  onChoose: (text: string) => void;
};

const RecentSearches = ({ texts: recent, active, idOf, onMark, onChoose }: RecentSearchesProps) =>
  recent.map((past, at) => (
    <RecentSearch
      key={past}
      id={idOf(`recent-${at}`)}
      text={past}
      isActive={active === `recent-${at}`}
      onMark={() => onMark(`recent-${at}`)}
      onChoose={() => onChoose(past)}
    />
  ));

type RecentProps = { id: string; text: string; isActive: boolean; onMark: () => void; onChoose: () => void };

function RecentSearch({ id, text, isActive, onMark, onChoose }: RecentProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.hit}
      onMouseMove={onMark}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={() => undefined}
    >
      <span className={classes.past}>
        <IconHistory size={14} aria-hidden />
        {text}
      </span>
    </div>
  );
}

/** The keys of the dialog. */
function Keys() {
  return (
    <div className={classes.foot} aria-hidden>
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd> {texts.keys.walk}
      <Kbd>↵</Kbd> {texts.keys.open}
      <Kbd>esc</Kbd> {texts.keys.close}
    </div>
  );
}

function Marked({ text, searchedFor }: { text: string; searchedFor: string }) {
  let at = 0;
  return highlighted(text, searchedFor).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.isFound ? (
      <mark key={key} className={classes.mark}>
        {piece.text}
      </mark>
    ) : (
      <span key={key}>{piece.text}</span>
    );
  });
}

function Skeletons() {
  return (
    <div className={classes.waiting}>
      {['one', 'two', 'three'].map((row) => (
        <div key={row}>
          <Skeleton height={12} width="40%" />
          <Skeleton height={10} width="65%" mt={6} />
        </div>
      ))}
    </div>
  );
}

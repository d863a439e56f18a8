import { Button } from '@mantine/core';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { draftOpening } from '@/shared/lib/use-draft';
import { EmptyState } from '@/shared/ui/empty-state';
import { Loaded, Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import {
  type CompanyList,
  type ListEntry,
  type ListName,
  listQuery,
  successorsOf,
  useListChange,
} from './company-list';
import { EntryRows } from './entry-rows';
import classes from './list-card.module.css';
import { type ListTexts, texts } from './texts';

const EntryDialog = onDemand(() => import('./entry-dialog'));
const RetireStageDialog = onDemand(() => import('./retire-stage-dialog'));
const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

type Props = {
  list: ListName;
  words: ListTexts;
  /** Whether the page has no other list. The page then has the list's name. */
  isAlone?: boolean;
};

/** A company list: active entries in order, retired entries below. */
export function ListCard({ list, words, isAlone }: Props) {
  const query = useQuery(listQuery(list));
  const [edited, setEdited] = useState(() => draftOpening<ListEntry | 'new'>(`entry of ${list}`));
  return (
    <Panel
      title={words.title}
      isTitleHidden={isAlone}
      text={words.text}
      action={
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')}>
          {words.add}
        </Button>
      }
    >
      <Loaded query={query}>
        {(loaded) => <Entries list={list} loaded={loaded} words={words} onEdit={setEdited} />}
      </Loaded>
      <Suspense>
        {edited && (
          <EntryDialog
            list={list}
            words={words}
            kinds={query.data?.kinds ?? []}
            entry={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

type EntriesProps = { list: ListName; loaded: CompanyList; words: ListTexts; onEdit: (entry: ListEntry) => void };

function Entries({ list, loaded, words, onEdit }: EntriesProps) {
  const change = useListChange(list);
  const [removed, setRemoved] = useState<ListEntry | null>(null);
  const [emptied, setEmptied] = useState<ListEntry | null>(null);
  const offered = loaded.rows.filter(({ isActive }) => isActive);
  const retired = loaded.rows.filter(({ isActive }) => !isActive);
  const setActive = (entry: ListEntry, isActive: boolean) =>
    change.mutate(
      { act: 'edit', entry, body: { isActive } },
      {
        onSuccess: () => toast.success(isActive ? texts.wasRestored(entry.name) : texts.wasRetired(entry.name)),
      },
    );
  const remove = (entry: ListEntry) =>
    change.mutate({ act: 'remove', entry }, { onSuccess: () => toast.success(texts.wasRemoved(entry.name)) });
  return (
    <div className={classes.bleed}>
      {offered.length > 0 ? (
        <EntryRows
          list={list}
          loaded={loaded}
          label={words.title}
          onEdit={onEdit}
          onRetire={(entry) => (entry.loans ? setEmptied(entry) : setActive(entry, false))}
          onRemove={setRemoved}
        />
      ) : (
        <EmptyState icon={<IconList size={20} />} title={words.none} text={words.noneText} />
      )}
      {retired.length > 0 && (
        <section className={classes.retired} aria-label={texts.retired}>
          <h3>{texts.retired}</h3>
          <p>{texts.retiredText}</p>
          <ul>
            {retired.map((entry) => (
              <li key={entry.id}>
                <span>{entry.name}</span>
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={texts.restoreEntry(entry.name)}
                  onClick={() => setActive(entry, true)}
                >
                  {texts.restore}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Suspense>
        {emptied && (
          <RetireStageDialog
            stage={emptied}
            successors={successorsOf(loaded.rows, emptied)}
            onClose={() => setEmptied(null)}
          />
        )}
        {removed && (
          <ConfirmDialog
            title={texts.removeTitle}
            question={texts.removeQuestion(removed.name)}
            no={texts.cancel}
            yes={texts.remove}
            onAnswer={(yes) => {
              setRemoved(null);
              if (yes) remove(removed);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

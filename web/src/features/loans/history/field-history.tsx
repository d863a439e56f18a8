import '@/shared/ui/modal-styles';
import { Button, Modal, Skeleton } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { FieldHistoryEntry, FieldHistory as FieldHistoryPage } from '@/api/types';
import { modalWidths } from '@/shared/lib/constants';
import { dayAndTime } from '@/shared/lib/format';
import { EmptyState } from '@/shared/ui/empty-state';
import { historyQuery, isConflict, type Restoring, useRestore } from './history';
import classes from './history.module.css';
import { Origin } from './origin';
import { texts } from './texts';
import { valueText } from './value-text';

type Props = { loanId: number; path: string; label: string; onClose: () => void };

/** The changes of one field, newest first, each with the way back to its value. */
export default function FieldHistory({ loanId, path, label, onClose }: Props) {
  const history = useInfiniteQuery(historyQuery(loanId, path));
  const restore = useRestore(loanId);
  const pages = history.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.rows);
  const failure = restore.error && (isConflict(restore.error) ? texts.conflict : restore.error.message);
  return (
    <Modal opened onClose={onClose} title={texts.historyOf(label)} size={modalWidths.medium}>
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      {history.isPending && <Ghosts />}
      {history.isError && (
        <EmptyState icon={<IconHistory size={20} />} title={texts.failedTitle} text={history.error.message}>
          <Button variant="default" onClick={() => void history.refetch()}>
            {texts.retry}
          </Button>
        </EmptyState>
      )}
      {history.data && (
        <ol className={classes.entries} aria-label={texts.historyOf(label)}>
          {rows.map((entry, index) => (
            <Entry
              key={entry.id}
              entry={entry}
              isCurrent={index === 0}
              current={pages[0]?.current}
              path={path}
              isBusy={restore.isPending}
              onRestore={restore.mutate}
            />
          ))}
          {pages.at(-1)?.created && (
            <Beginning
              page={pages.at(-1) as FieldHistoryPage}
              oldest={rows.at(-1)}
              current={pages[0]?.current}
              path={path}
              isBusy={restore.isPending}
              onRestore={restore.mutate}
            />
          )}
        </ol>
      )}
      {history.hasNextPage && (
        <Button
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
          className={classes.older}
        >
          {texts.older}
        </Button>
      )}
    </Modal>
  );
}

type EntryProps = {
  entry: FieldHistoryEntry;
  isCurrent: boolean;
  current: unknown;
  path: string;
  isBusy: boolean;
  onRestore: (restoring: Restoring) => void;
};

/** One change. Its value can be restored unless the field has it now. */
function Entry({ entry, isCurrent, current, path, isBusy, onRestore }: EntryProps) {
  const value = valueText(entry.after);
  const isOfField = entry.path === path;
  return (
    <li className={classes.entry}>
      <div>
        <p className={classes.value}>
          {!isOfField && <span className={classes.quiet}>{entry.label}: </span>}
          <del>{valueText(entry.before)}</del> → <ins>{value}</ins>
        </p>
        <Origin entry={entry} />
      </div>
      {isOfField && isCurrent && <span className={classes.mark}>{texts.current}</span>}
      {isOfField && !isCurrent && entry.canRestore && !isSame(entry.after, current) && (
        <Button
          variant="default"
          size="compact-xs"
          disabled={isBusy}
          aria-label={texts.restoreLabel(value)}
          onClick={() => onRestore({ entry, side: 'After', from: current, since: entry.at })}
        >
          {texts.restore}
        </Button>
      )}
    </li>
  );
}

type BeginningProps = Omit<EntryProps, 'entry' | 'isCurrent'> & {
  page: FieldHistoryPage;
  oldest: FieldHistoryEntry | undefined;
};

/** The value that the loan was created with. */
function Beginning({ page: { created }, oldest, current, path, isBusy, onRestore }: BeginningProps) {
  if (!created) return null;
  const value = valueText(created.value);
  return (
    <li className={classes.entry}>
      <div>
        <p className={classes.value}>{value}</p>
        <p className={classes.origin}>
          {texts.created}: {created.person ?? texts.unknownPerson} · {dayAndTime(created.at)} ·{' '}
          {texts.source[created.source]}
        </p>
        {!oldest && <p className={classes.origin}>{texts.emptyField}</p>}
      </div>
      {oldest?.canRestore && oldest.path === path && !isSame(created.value, current) && (
        <Button
          variant="default"
          size="compact-xs"
          disabled={isBusy}
          aria-label={texts.restoreLabel(value)}
          onClick={() => onRestore({ entry: oldest, side: 'Before', from: current, since: created.at })}
        >
          {texts.restore}
        </Button>
      )}
    </li>
  );
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const Ghosts = () => (
  <div className={classes.ghosts} aria-hidden>
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} height={40} />
    ))}
  </div>
);

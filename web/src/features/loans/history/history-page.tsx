import { Button, Skeleton } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { FieldHistoryEntry } from '@/api/types';
import { DateField } from '@/shared/ui/date-field';
import { EmptyState } from '@/shared/ui/empty-state';
import { Panel } from '@/shared/ui/panel';
import { useLoan } from '../page/loan';
import { LoanHeader } from '../page/loan-header';
import { FieldHistoryButton, FieldHistoryProvider } from './field-history-provider';
import { historyQuery } from './history';
import classes from './history.module.css';
import { Origin } from './origin';
import { RetentionPanel } from './retention-panel';
import { texts } from './texts';
import { valueText } from './value-text';

/** Every change of a loan's application, and the ways to its past states. */
export function HistoryPage({ loanId }: { loanId: number }) {
  const loan = useLoan(loanId);
  const history = useInfiniteQuery(historyQuery(loanId));
  const rows = history.data?.pages.flatMap((page) => page.rows);
  return (
    <FieldHistoryProvider loanId={loanId}>
      <LoanHeader loan={loan} />
      <div className={classes.page}>
        <Panel title={texts.lookBack} text={texts.lookBackText}>
          <LookBack loanId={loanId} createdAt={loan.createdAt} />
        </Panel>
        <Panel title={texts.changes} text={texts.changesText}>
          {history.isPending && <Skeleton height={120} aria-hidden />}
          {history.isError && (
            <EmptyState icon={<IconHistory size={20} />} title={texts.failedTitle} text={history.error.message}>
              <Button variant="default" onClick={() => void history.refetch()}>
                {texts.retry}
              </Button>
            </EmptyState>
          )}
          {rows?.length === 0 && (
            <EmptyState icon={<IconHistory size={20} />} title={texts.emptyTitle} text={texts.empty} />
          )}
          {rows && rows.length > 0 && <Changes loanId={loanId} rows={rows} />}
          {history.hasNextPage && (
            <Button
              variant="default"
              className={classes.older}
              loading={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
            >
              {texts.older}
            </Button>
          )}
        </Panel>
        <RetentionPanel loanId={loanId} />
      </div>
    </FieldHistoryProvider>
  );
}

function Changes({ loanId, rows }: { loanId: number; rows: readonly FieldHistoryEntry[] }) {
  return (
    <ol className={classes.entries} aria-label={texts.changes}>
      {rows.map((entry) => (
        <li key={entry.id} className={classes.entry} data-field-path={entry.path} data-field-label={entry.label}>
          <div>
            <p className={classes.label}>
              {entry.label} <FieldHistoryButton path={entry.path} label={entry.label} />
            </p>
            <p className={classes.value}>
              <del>{valueText(entry.before)}</del> → <ins>{valueText(entry.after)}</ins>
            </p>
            <Origin entry={entry} />
          </div>
          <Link
            to="/app/loans/$loanId/as-of"
            params={{ loanId }}
            search={{ at: entry.at }}
            className={classes.link}
            aria-label={`${texts.asOfLink}: ${entry.label}`}
          >
            {texts.asOfLink}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** An instant of a `DateField` with time, in the user's time zone. */
const instant = (local: string): string => new Date(local.replace(' ', 'T')).toISOString();

function LookBack({ loanId, createdAt }: { loanId: number; createdAt: string }) {
  const navigate = useNavigate();
  const [at, setAt] = useState<string | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const view = (event: FormEvent) => {
    event.preventDefault();
    if (at) void navigate({ to: '/app/loans/$loanId/as-of', params: { loanId }, search: { at: instant(at) } });
  };
  const compare = (event: FormEvent) => {
    event.preventDefault();
    const search = { from: from ? instant(from) : createdAt, to: to ? instant(to) : undefined };
    void navigate({ to: '/app/loans/$loanId/compare', params: { loanId }, search });
  };
  return (
    <div className={classes.forms}>
      <form onSubmit={view} className={classes.form} noValidate>
        <DateField label={texts.moment} withTime clearable value={at} onChange={setAt} />
        <Button type="submit" variant="default">
          {texts.view}
        </Button>
      </form>
      <form onSubmit={compare} className={classes.form} noValidate>
        <DateField label={texts.from} withTime clearable value={from} onChange={setFrom} />
        <DateField label={texts.to} withTime clearable value={to} onChange={setTo} />
        <Button type="submit" variant="default">
          {texts.compare}
        </Button>
      </form>
    </div>
  );
}

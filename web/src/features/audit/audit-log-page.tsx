import { Button, Group } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { dayAndTimeIn, zoneName } from '@/shared/lib/format';
import { SettingsPage } from '@/shared/ui/settings-page';
import { TabNav } from '@/shared/ui/tab-nav';
import { AuditEntries } from './audit-entries';
import { AuditFilters } from './audit-filters';
import { auditLogQuery, exportAudit } from './audit-log';
import classes from './audit-log.module.css';
import { type AuditSearch, auditSearch } from './audit-search';
import { NoEntries } from './no-entries';
import { texts } from './texts';
import { VerificationPanel } from './verification-panel';

const views = [
  { view: undefined, label: texts.log },
  { view: 'reveals', label: texts.reveals },
  { view: 'verification', label: texts.verification },
] as const;

/** The audit log: its entries, the reveals among them, and the state of its chain. */
export function AuditLogPage({ search }: { search: AuditSearch }) {
  return search.view === 'verification' ? (
    <SettingsPage title={texts.title} text={texts.textAlone}>
      <Views search={search} />
      <VerificationPanel />
    </SettingsPage>
  ) : (
    <EntriesPage search={search} />
  );
}

function Views({ search }: { search: AuditSearch }) {
  return (
    <TabNav label={texts.views}>
      {views.map(({ view, label }) => (
        <Link
          key={label}
          to="/app/settings/audit-log"
          search={view ? { view } : {}}
          data-active={search.view === view || undefined}
          aria-current={search.view === view ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </TabNav>
  );
}

/** Entries of the log, narrowed by the address. */
function EntriesPage({ search }: { search: AuditSearch }) {
  const navigate = useNavigate({ from: '/app/settings/audit-log' });
  const log = useInfiniteQuery(auditLogQuery(search));
  const saving = useMutation({ mutationFn: (format: 'csv' | 'xlsx') => exportAudit(search, format) });
  const go = (change: Partial<AuditSearch>) =>
    void navigate({ search: auditSearch({ ...search, ...change }), replace: true });

  const entries = log.data?.pages.flatMap((page) => page.rows);
  const zone = log.data?.pages[0]?.timeZone;
  const searchedBackTo = log.data?.pages.at(-1)?.searchedBackTo;
  return (
    <SettingsPage
      title={texts.title}
      text={zone ? texts.text(zoneName(zone)) : texts.textAlone}
      action={
        <Group gap={8}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<IconDownload size={14} />}
              loading={saving.isPending && saving.variables === format}
              disabled={!entries?.length}
              onClick={() => saving.mutate(format)}
            >
              {format === 'csv' ? texts.exportCsv : texts.exportXlsx}
            </Button>
          ))}
        </Group>
      }
    >
      <Views search={search} />
      <AuditFilters search={search} onChange={go} />
      <section className={classes.panel} aria-label={texts.title} aria-busy={log.isPending}>
        {log.isError || (entries?.length === 0 && !searchedBackTo) ? (
          <NoEntries
            search={search}
            error={log.isError ? log.error : null}
            onRetry={() => void log.refetch()}
            onClear={() => void navigate({ search: search.view ? { view: search.view } : {} })}
          />
        ) : (
          <AuditEntries
            entries={entries}
            timeZone={zone ?? 'UTC'}
            onRecord={(entity, entityId) => go({ entity, entityId })}
          />
        )}
        {log.hasNextPage && (
          <div className={classes.foot}>
            {searchedBackTo && (
              <p className={classes.quiet}>{texts.searchedBack(dayAndTimeIn(searchedBackTo, zone ?? 'UTC'))}</p>
            )}
            <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              {searchedBackTo ? texts.searchOn : texts.older}
            </Button>
          </div>
        )}
      </section>
    </SettingsPage>
  );
}

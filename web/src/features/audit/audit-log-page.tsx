import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { zoneName } from '@/shared/lib/format';
import { SettingsPage } from '@/shared/ui/settings-page';
import { AuditEntries } from './audit-entries';
import { AuditFilters } from './audit-filters';
import { auditLogQuery, exportAudit } from './audit-log';
import classes from './audit-log.module.css';
import { type AuditSearch, auditSearch } from './audit-search';
import { NoEntries } from './no-entries';
import { texts } from './texts';

/** The audit log of the company, narrowed by the address. */
export function AuditLogPage({ search }: { search: AuditSearch }) {
  const navigate = useNavigate({ from: '/app/settings/audit-log' });
  const log = useInfiniteQuery(auditLogQuery(search));
  const saving = useMutation({ mutationFn: () => exportAudit(search) });
  const go = (change: Partial<AuditSearch>) =>
    void navigate({ search: auditSearch({ ...search, ...change }), replace: true });

  const entries = log.data?.pages.flatMap((page) => page.rows);
  const zone = log.data?.pages[0]?.timeZone;
  return (
    <SettingsPage
      title={texts.title}
      text={zone ? texts.text(zoneName(zone)) : texts.textAlone}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={14} />}
          loading={saving.isPending}
          disabled={!entries?.length}
          onClick={() => saving.mutate()}
        >
          {texts.exportCsv}
        </Button>
      }
    >
      <AuditFilters search={search} onChange={go} />
      <section className={classes.panel} aria-label={texts.title} aria-busy={log.isPending}>
        {log.isError || entries?.length === 0 ? (
          <NoEntries
            search={search}
            error={log.isError ? log.error : null}
            onRetry={() => void log.refetch()}
            onClear={() => void navigate({ search: {} })}
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
            <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              {texts.older}
            </Button>
          </div>
        )}
      </section>
    </SettingsPage>
  );
}

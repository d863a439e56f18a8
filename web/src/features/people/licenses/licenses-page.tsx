import { ActionIcon, Button, Menu } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { draftOpening } from '@/shared/lib/use-draft';
import { useLookups } from '@/shared/session/lookups';
import { EmptyState } from '@/shared/ui/empty-state';
import { FilterInput } from '@/shared/ui/filter-input';
import { FilterMenu } from '@/shared/ui/filter-menu';
import { ListPanel } from '@/shared/ui/list-panel';
import { ListTable } from '@/shared/ui/list-table';
import { OffsetPager } from '@/shared/ui/offset-pager';
import { SettingsPage } from '@/shared/ui/settings-page';
import { toast } from '@/shared/ui/toasts/toast-store';
import { licenseColumns } from './license-columns';
import { type License, type LicenseSearch, licensesQuery, useLicenseChange } from './licenses';
import classes from './licenses.module.css';
import { texts } from './texts';

const LicenseDialog = onDemand(() => import('./license-dialog'));
const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

/** State licenses of the company, its branches and its users. */
export function LicensesPage({ search }: { search: LicenseSearch }) {
  const { states } = useLookups();
  const navigate = useNavigate({ from: '/app/settings/licenses' });
  const [edited, setEdited] = useState(() => draftOpening<License | 'new'>('license'));
  const [removed, setRemoved] = useState<License | null>(null);
  const page = useQuery(licensesQuery(search));
  const change = useLicenseChange();
  const go = (to: LicenseSearch, replace = false) =>
    void navigate({ search: { ...search, page: undefined, ...to }, replace });
  const { rows = [], count = 0, firstRow = 1, expired = 0, expiresSoon = 0 } = page.data ?? {};
  const isFiltered = Object.values(search).some(Boolean);
  const stateName = (code: string) => states.find((state) => state.code === code)?.name ?? code;
  const remove = (license: License) =>
    change.mutate({ act: 'remove', license }, { onSuccess: () => toast.success(texts.removed) });
  return (
    <SettingsPage
      title={texts.title}
      text={texts.text}
      action={
        <div className={classes.actions}>
          <Button variant="default" component={Link} to="/app/settings/licenses/matrix">
            {texts.matrix}
          </Button>
          <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        </div>
      }
    >
      <Warnings expired={expired} expiresSoon={expiresSoon} onShow={(standing) => go({ standing })} />
      <ListPanel
        isPending={page.isPending}
        tools={<Filters search={search} onChange={go} />}
        foot={
          <OffsetPager
            firstRow={firstRow}
            rowCount={rows.length}
            count={count}
            onPage={(number) => go({ page: number })}
          />
        }
      >
        {page.isError && (
          <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={page.error.message}>
            <Button variant="default" onClick={() => void page.refetch()}>
              {texts.retry}
            </Button>
          </EmptyState>
        )}
        {page.data && rows.length === 0 && isFiltered && (
          <EmptyState icon={<IconFilterOff size={20} />} title={texts.noMatchTitle} text={texts.noMatch}>
            <Button variant="default" onClick={() => void navigate({ search: {} })}>
              {texts.clear}
            </Button>
          </EmptyState>
        )}
        {page.data && rows.length === 0 && !isFiltered && (
          <EmptyState icon={<IconCertificate size={20} />} title={texts.noneTitle} text={texts.none}>
            <Button onClick={() => setEdited('new')}>{texts.add}</Button>
          </EmptyState>
        )}
        {rows.length > 0 && (
          <ListTable
            label={texts.licenses}
            columns={licenseColumns(stateName)}
            rows={rows}
            rowKey={({ id }) => id}
            isStale={page.isPlaceholderData}
            actionWidth={48}
            actions={(license) => (
              <LicenseMenu
                label={texts.more(license.holder.name, stateName(license.stateCode))}
                onEdit={() => setEdited(license)}
                onRemove={() => setRemoved(license)}
              />
            )}
          />
        )}
      </ListPanel>
      <Suspense>
        {edited && <LicenseDialog license={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
        {removed && (
          <ConfirmDialog
            title={texts.remove}
            question={texts.removeQuestion(removed.holder.name, stateName(removed.stateCode))}
            no={texts.cancel}
            yes={texts.remove}
            onAnswer={(yes) => {
              setRemoved(null);
              if (yes) remove(removed);
            }}
          />
        )}
      </Suspense>
    </SettingsPage>
  );
}

type WarningsProps = { expired: number; expiresSoon: number; onShow: (standing: string) => void };

/** How many licenses have expired or expire soon, with buttons to list them. */
function Warnings({ expired, expiresSoon, onShow }: WarningsProps) {
  if (expired + expiresSoon === 0) return null;
  return (
    <div className={classes.warnings} role="status">
      {expired > 0 && (
        <div className={classes.warning} data-tone="red">
          <span>{texts.expiredWarning(expired)}</span>
          <Button variant="default" size="compact-xs" aria-label={texts.showExpired} onClick={() => onShow('EXPIRED')}>
            {texts.show}
          </Button>
        </div>
      )}
      {expiresSoon > 0 && (
        <div className={classes.warning}>
          <span>{texts.soonWarning(expiresSoon)}</span>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={texts.showSoon}
            onClick={() => onShow('EXPIRES_SOON')}
          >
            {texts.show}
          </Button>
        </div>
      )}
    </div>
  );
}

type FiltersProps = { search: LicenseSearch; onChange: (to: LicenseSearch, replace?: boolean) => void };

/** Filters of the list. */
function Filters({ search, onChange }: FiltersProps) {
  return (
    <>
      <FilterInput
        label={texts.filter}
        value={search.string ?? ''}
        onChange={(string) => onChange({ string: string || undefined }, true)}
      />
      <FilterMenu
        label={texts.holder}
        all={texts.allHolders}
        choices={Object.entries(texts.holders).map(([value, label]) => ({ value, label }))}
        value={search.holder ?? ''}
        onChange={(holder) => onChange({ holder: holder || undefined })}
      />
      <FilterMenu
        label={texts.standing}
        all={texts.allStandings}
        choices={Object.entries(texts.standings).map(([value, label]) => ({ value, label }))}
        value={search.standing ?? ''}
        onChange={(standing) => onChange({ standing: standing || undefined })}
      />
    </>
  );
}

/** Actions of a license. */
function LicenseMenu({ label, onEdit, onRemove }: { label: string; onEdit: () => void; onRemove: () => void }) {
  return (
    <Menu position="bottom-end" width={160} menuItemTabIndex={0}>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{texts.editEntry}</Menu.Item>
        <Menu.Item onClick={onRemove}>{texts.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

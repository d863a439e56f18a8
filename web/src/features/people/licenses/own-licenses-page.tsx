import { ActionIcon, Button, Menu } from '@mantine/core';
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { draftOpening } from '@/shared/lib/use-draft';
import { useLookups } from '@/shared/session/lookups';
import { EmptyState } from '@/shared/ui/empty-state';
import { ListPanel } from '@/shared/ui/list-panel';
import { ListTable } from '@/shared/ui/list-table';
import { Loaded } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { toast } from '@/shared/ui/toasts/toast-store';
import { licenseColumns } from './license-columns';
import { type License, ownLicensesQuery, useLicenseChange } from './licenses';
import { texts } from './texts';

const LicenseDialog = onDemand(() => import('./license-dialog'));
const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

/** An officer's own state licenses, which they maintain themselves. */
export function OwnLicensesPage() {
  const { states } = useLookups();
  const own = useQuery(ownLicensesQuery);
  const change = useLicenseChange({ isOwn: true });
  const [edited, setEdited] = useState(() => draftOpening<License | 'new'>('license'));
  const [removed, setRemoved] = useState<License | null>(null);
  const stateName = (code: string) => states.find((state) => state.code === code)?.name ?? code;
  const columns = licenseColumns(stateName).filter(({ key }) => key !== 'holder');
  const remove = (license: License) =>
    change.mutate({ act: 'remove', license }, { onSuccess: () => toast.success(texts.removed) });
  return (
    <SettingsPage
      title={texts.ownTitle}
      text={texts.ownText}
      action={
        <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
          {texts.add}
        </Button>
      }
    >
      <ListPanel isPending={own.isPending}>
        <Loaded query={own}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={<IconCertificate size={20} />} title={texts.noneTitle} text={texts.ownNone} />
            ) : (
              <ListTable
                label={texts.ownTitle}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                actionWidth={48}
                actions={(license) => (
                  <Menu position="bottom-end" width={160} menuItemTabIndex={0}>
                    <Menu.Target>
                      <ActionIcon aria-label={texts.ownMore(stateName(license.stateCode))}>
                        <IconDots size={16} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item onClick={() => setEdited(license)}>{texts.editEntry}</Menu.Item>
                      <Menu.Item onClick={() => setRemoved(license)}>{texts.remove}</Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                )}
              />
            )
          }
        </Loaded>
      </ListPanel>
      <Suspense>
        {edited && <LicenseDialog isOwn license={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
        {removed && (
          <ConfirmDialog
            title={texts.remove}
            question={texts.ownRemoveQuestion(stateName(removed.stateCode))}
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

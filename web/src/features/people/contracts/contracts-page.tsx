import { Button, Skeleton } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { EmptyState } from '@/shared/ui/empty-state';
import panel from '@/shared/ui/list-panel.module.css';
import { SettingsPage } from '@/shared/ui/settings-page';
import { ContractPanel } from './contract-panel';
import { contractsQuery } from './contracts';
import { texts } from './texts';

const EngageDialog = onDemand(() => import('./engage-dialog'));

/** Processing companies with current and ended contracts. */
export function ContractsPage() {
  const contracts = useQuery(contractsQuery);
  const [isEngaging, setEngaging] = useState(false);
  return (
    <SettingsPage
      title={texts.title}
      text={texts.text}
      action={
        <Button leftSection={<IconPlus size={15} />} onClick={() => setEngaging(true)}>
          {texts.engage}
        </Button>
      }
    >
      {contracts.isPending && <Skeleton height={120} radius={8} aria-hidden />}
      {contracts.isError && (
        <section className={panel.panel}>
          <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={contracts.error.message}>
            <Button variant="default" onClick={() => void contracts.refetch()}>
              {texts.retry}
            </Button>
          </EmptyState>
        </section>
      )}
      {contracts.data?.length === 0 && (
        <section className={panel.panel}>
          <EmptyState icon={<IconUsersGroup size={20} />} title={texts.noneTitle} text={texts.none}>
            <Button onClick={() => setEngaging(true)}>{texts.engage}</Button>
          </EmptyState>
        </section>
      )}
      {contracts.data?.map((contract) => (
        <ContractPanel key={contract.id} contract={contract} />
      ))}
      <Suspense>{isEngaging && <EngageDialog onClose={() => setEngaging(false)} />}</Suspense>
    </SettingsPage>
  );
}

import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isPro } from '@/features/billing/upgrade-rule';
import { hasDraft } from '@/shared/lib/drafts';
import { onDemand } from '@/shared/lib/on-demand';
import { useActiveUser } from '@/shared/session/me';
import { EmptyState } from '@/shared/ui/empty-state';
import { ListPanel } from '@/shared/ui/list-panel';
import { OffsetPager } from '@/shared/ui/offset-pager';
import { SettingsPage } from '@/shared/ui/settings-page';
import { type KeyOwner, keysQuery } from './key-calls';
import { KeyList } from './key-list';
import classes from './keys.module.css';
import { texts } from './texts';
import { UpgradeHint } from './upgrade-hint';

const NewKeyDialog = onDemand(() => import('./new-key-dialog'));

type Props = { owner: KeyOwner; page: string | undefined; onPage: (page: string | undefined) => void };

/** API keys of the company or of the user. Creating keys requires a Pro plan. */
export function ApiKeysPage({ owner, page, onPage }: Props) {
  const keys = useQuery(keysQuery(owner, page, isPro(useActiveUser())));
  const [isMaking, setMaking] = useState(() => hasDraft('new key'));
  const { rows = [], scopes = [], count = 0, firstRow = 1, hasPro } = keys.data ?? {};
  const isEmpty = keys.data && rows.length === 0;
  return (
    <SettingsPage
      title={texts.title}
      text={texts.text[owner]}
      action={
        hasPro && (
          <Button leftSection={<IconPlus size={15} />} onClick={() => setMaking(true)}>
            {texts.create}
          </Button>
        )
      }
    >
      {hasPro === false && <UpgradeHint owner={owner} />}
      {!(hasPro === false && isEmpty) && (
        <ListPanel
          isPending={keys.isPending}
          foot={<OffsetPager firstRow={firstRow} rowCount={rows.length} count={count} onPage={onPage} />}
        >
          {keys.isError && (
            <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={keys.error.message}>
              <Button variant="default" onClick={() => void keys.refetch()}>
                {texts.retry}
              </Button>
            </EmptyState>
          )}
          {isEmpty && <EmptyState icon={<IconKey size={20} />} title={texts.emptyTitle} text={texts.empty} />}
          {hasPro === false && rows.length > 0 && <p className={classes.note}>{texts.stopped}</p>}
          {rows.length > 0 && <KeyList owner={owner} rows={rows} isStale={keys.isPlaceholderData} />}
        </ListPanel>
      )}
      <Suspense>{isMaking && <NewKeyDialog owner={owner} scopes={scopes} onClose={() => setMaking(false)} />}</Suspense>
    </SettingsPage>
  );
}

import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { ListTable } from '@/shared/ui/list-table';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type ApiKey, type KeyOwner, useRevokeKey } from './key-calls';
import { keyColumns } from './key-columns';
import { texts } from './texts';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

type Props = { owner: KeyOwner; rows: readonly ApiKey[]; isStale: boolean };

/** The keys, each with a button to revoke it. */
export function KeyList({ owner, rows, isStale }: Props) {
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const revoke = useRevokeKey();
  const end = (key: ApiKey) => revoke.mutate(key, { onSuccess: () => toast.success(texts.revoked(key.name)) });
  return (
    <>
      <ListTable
        label={texts.keys}
        columns={keyColumns(owner)}
        rows={rows}
        rowKey={({ id }) => id}
        isStale={isStale}
        actions={(key) =>
          key.state === 'ACTIVE' && (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={texts.revokeOf(key.name)}
              loading={revoke.isPending && revoke.variables.id === key.id}
              onClick={() => setAsked(key)}
            >
              {texts.revoke}
            </Button>
          )
        }
      />
      <Suspense>
        {asked && (
          <ConfirmDialog
            title={texts.revokeTitle}
            question={texts.revokeQuestion(asked.name)}
            no={texts.cancel}
            yes={texts.revoke}
            onAnswer={(yes) => {
              setAsked(null);
              if (yes) end(asked);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

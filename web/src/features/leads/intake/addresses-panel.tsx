import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { dayAndTime } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { ListTable } from '@/shared/ui/list-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import { type Address, addressesQuery, useRemoval } from './address-calls';
import { texts } from './texts';

const NewAddressDialog = onDemand(() => import('./new-address-dialog'));
const TestDialog = onDemand(() => import('./test-dialog'));
const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

type Opened = { what: 'new' } | { what: 'test' | 'remove'; address: Address } | null;

/** Endpoints to which web forms and providers submit leads. */
export function AddressesPanel() {
  const addresses = useQuery(addressesQuery);
  const removal = useRemoval();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const decide = (address: Address) => (yes: boolean) => {
    if (yes) removal.mutate(address.id);
    close();
  };
  return (
    <Panel
      title={texts.addresses}
      text={texts.addressesText}
      action={
        <Button variant="default" onClick={() => setOpened({ what: 'new' })}>
          {texts.newAddress}
        </Button>
      }
    >
      <Loaded query={addresses}>
        {({ rows }) =>
          rows.length === 0 ? null : (
            <ListTable
              label={texts.addresses}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              actionWidth={170}
              actions={(address) => (
                <>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={texts.testOf(address.name)}
                    onClick={() => setOpened({ what: 'test', address })}
                  >
                    {texts.test}
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={texts.removeOf(address.name)}
                    onClick={() => setOpened({ what: 'remove', address })}
                  >
                    {texts.remove}
                  </Button>
                </>
              )}
            />
          )
        }
      </Loaded>
      <Suspense>
        {opened?.what === 'new' && <NewAddressDialog onClose={close} />}
        {opened?.what === 'test' && <TestDialog address={opened.address} onClose={close} />}
        {opened?.what === 'remove' && (
          <ConfirmDialog
            title={texts.removeTitle(opened.address.name)}
            question={texts.removeQuestion}
            no={texts.keep}
            yes={texts.remove}
            onAnswer={decide(opened.address)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

const columns = [
  { key: 'name', head: texts.name, cell: ({ name }: Address) => name },
  {
    key: 'provider',
    head: texts.provider,
    cell: ({ providerName, sourceName }: Address) => providerName ?? sourceName,
  },
  { key: 'owner', head: texts.owner, cell: ({ ownerName }: Address) => ownerName },
  {
    key: 'used',
    head: texts.lastUsed,
    fitsContent: true,
    isHeadFirst: true,
    cell: ({ lastUsedAt }: Address) => (lastUsedAt ? dayAndTime(lastUsedAt) : texts.never),
  },
];

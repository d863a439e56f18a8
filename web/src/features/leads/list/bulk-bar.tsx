import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '@/api/client';
import type { LeadBulkChange, LeadRow } from '@/api/types';
import { LeadStatus } from '@/shared/records/lead-status';
import { Status } from '@/shared/ui/announcer/status';
import { AsyncSelect } from '@/shared/ui/async-select';
import classes from '@/shared/ui/bulk-bar.module.css';
import type { OwnerOption } from '../create/lead-form';
import { leadConfigQuery, loadOwners } from '../create/lead-lookups';
import { texts } from '../texts';

type Props = { chosen: readonly Pick<LeadRow, 'id' | 'version'>[]; onDone: () => void };

/** Statuses that need more input: a reason, a date or a loan. */
const needsDetails = ['Lost', 'Nurturing', 'Converted'];

/** Bulk changes of the selected leads, and a button to undo the last one. */
export function BulkBar({ chosen, onDone }: Props) {
  const queryClient = useQueryClient();
  const config = useQuery(leadConfigQuery);
  const [undo, setUndo] = useState<LeadBulkChange[] | null>(null);
  const bulk = useMutation({
    mutationFn: (changes: LeadBulkChange[]) => answer(api.POST('/api/leads/bulk', { body: { changes } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['leads'] }),
    meta: { quiet: true },
  });
  const apply = (changes: LeadBulkChange[]) =>
    bulk.mutate(changes, {
      onSuccess: (done) => {
        setUndo(done.undo);
        onDone();
      },
    });
  const takeBack = () => bulk.mutate(undo ?? [], { onSuccess: () => setUndo(null) });
  const assign = (owner: OwnerOption | null) => {
    if (!owner) return;
    const PrimaryLeadUser = { WizeUserId: owner.userId, WizeOrgUnitId: owner.orgUnitId, isPrimary: true };
    apply(chosen.map(({ id, version }) => ({ id, version, PrimaryLeadUser })));
  };
  if (chosen.length === 0 && !undo && !bulk.isError) return null;
  return (
    <section className={classes.bar} aria-label={texts.bulk}>
      <Status text={statusText(chosen.length, undo, bulk.error)} />
      {chosen.length > 0 && (
        <>
          <span className={classes.owner}>
            <AsyncSelect
              label={null}
              name={texts.assignTo}
              placeholder={texts.assignTo}
              disabled={bulk.isPending}
              queryKey={['users', 'lead-owners']}
              load={loadOwners}
              value={null}
              onChange={assign}
            />
          </span>
          <Menu menuItemTabIndex={0}>
            <Menu.Target>
              <Button variant="default" loading={bulk.isPending} rightSection={<IconChevronDown size={14} />}>
                {texts.moveTo}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {(config.data?.leadStatuses ?? [])
                .filter(({ kind }) => !needsDetails.includes(kind))
                .map((status) => (
                  <Menu.Item
                    key={status.id}
                    onClick={() => apply(chosen.map(({ id, version }) => ({ id, version, statusId: status.id })))}
                  >
                    <LeadStatus status={status} />
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
          <Button variant="subtle" onClick={onDone}>
            {texts.clearChoice}
          </Button>
        </>
      )}
      {chosen.length === 0 && undo && (
        <Button variant="default" loading={bulk.isPending} onClick={takeBack}>
          {texts.undo}
        </Button>
      )}
    </section>
  );
}

function statusText(chosen: number, undo: LeadBulkChange[] | null, error: Error | null): string {
  if (error) return error.message;
  return chosen > 0 ? texts.chosen(chosen) : texts.changed(undo?.length ?? 0);
}

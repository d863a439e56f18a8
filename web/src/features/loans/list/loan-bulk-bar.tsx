import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { lazy, Suspense, useState } from 'react';
import type { LoanRow } from '@/api/types';
import { loadOfficers } from '@/features/people/officers';
import { AsyncSelect } from '@/shared/ui/async-select';
import classes from '@/shared/ui/bulk-bar.module.css';
import { useLookups } from '../lookups';
import { StageName } from '../stage';
import { texts } from '../texts';
import { type BulkAct, type BulkDone, useLoanBulk } from './loan-bulk';

const BulkPreview = lazy(() => import('./bulk-preview'));

type Props = { chosen: readonly LoanRow[]; onDone: () => void };
type Asked = { act: BulkAct; title: string; preview: BulkDone };

/** What can be done with all loans that are chosen, told before it is done; and the way back from what was done last. */
export function LoanBulkBar({ chosen, onDone }: Props) {
  const stages = useLookups().loanStages.filter(({ readOnly }) => !readOnly);
  const { preview, run, undo } = useLoanBulk(chosen);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<BulkDone | null>(null);
  const [restored, setRestored] = useState<BulkDone | null>(null);
  const error = preview.error ?? run.error ?? undo.error;
  const isPending = preview.isPending || run.isPending || undo.isPending;
  const ask = (act: BulkAct, title: string) =>
    preview.mutate(act, { onSuccess: (told) => setAsked({ act, title, preview: told }) });
  const carryOut = () => {
    if (!asked) return;
    run.mutate(asked.act, {
      onSuccess: (told) => {
        setDone(told);
        setRestored(null);
        onDone();
      },
      onSettled: () => setAsked(null),
    });
  };
  const takeBack = (id: number) =>
    undo.mutate(id, {
      onSuccess: (told) => {
        setRestored(told);
        setDone(null);
      },
    });
  if (chosen.length === 0 && !done && !restored && !error) return null;
  return (
    <section className={classes.bar} aria-label={texts.bulk.name}>
      <span role="status">{error ? error.message : told(chosen.length, done, restored)}</span>
      {chosen.length > 0 && (
        <>
          <span className={classes.owner}>
            <AsyncSelect
              label={null}
              name={texts.bulk.assignTo}
              placeholder={texts.bulk.assignTo}
              disabled={isPending}
              queryKey={['users', 'officers']}
              load={loadOfficers}
              value={null}
              onChange={(officer) =>
                officer && ask({ LoanOfficerId: officer.id }, texts.bulk.assignQuestion(officer.label))
              }
            />
          </span>
          <Menu menuItemTabIndex={0}>
            <Menu.Target>
              <Button variant="default" loading={isPending} rightSection={<IconChevronDown size={14} />}>
                {texts.bulk.moveTo}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {stages.map((stage) => (
                <Menu.Item
                  key={stage.id}
                  onClick={() => ask({ stageId: stage.id }, texts.bulk.moveQuestion(stage.name))}
                >
                  <StageName stage={stage} />
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Button variant="subtle" onClick={onDone}>
            {texts.bulk.clear}
          </Button>
        </>
      )}
      {chosen.length === 0 && typeof done?.actId === 'number' && (
        <Button variant="default" loading={undo.isPending} onClick={() => takeBack(done.actId ?? 0)}>
          {texts.bulk.undo}
        </Button>
      )}
      <Suspense>
        {asked && (
          <BulkPreview
            title={asked.title}
            preview={asked.preview}
            isPending={run.isPending}
            onConfirm={carryOut}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

function told(chosen: number, done: BulkDone | null, restored: BulkDone | null): string {
  if (chosen > 0) return texts.bulk.chosen(chosen);
  if (done) return texts.bulk.changed(done.changed);
  const kept = restored?.refused.map(({ borrowerName, loanNumber }) => borrowerName ?? loanNumber ?? '') ?? [];
  return texts.bulk.restored(restored?.changed ?? 0, kept);
}

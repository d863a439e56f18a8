import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { Suspense, useState } from 'react';
import type { LoanPage } from '@/api/types';
import { loadMembers, loadOfficers } from '@/features/people/officers';
import { onDemand } from '@/shared/lib/on-demand';
import { StageName } from '@/shared/records/stage-name';
import { useLookups } from '@/shared/session/lookups';
import { usePermission } from '@/shared/session/me';
import { Status } from '@/shared/ui/announcer/status';
import { AsyncSelect } from '@/shared/ui/async-select';
import classes from '@/shared/ui/bulk-bar.module.css';
import { bulkStatus, texts } from './bulk-texts';
import { type BulkDone, type BulkUpdate, type ChosenLoan, useBulkUpdate, useLoanBulk, useMatching } from './loan-bulk';
import type { LoanSearch } from './loan-search';

const BulkPreview = onDemand(() => import('./bulk-preview'));

const loadProcessors = loadMembers(['PROCESSOR', 'CONTRACTPROCESSOR']);

type Props = {
  chosen: readonly ChosenLoan[];
  search: LoanSearch;
  /** The number of matching loans, if the whole page is selected. */
  total: Pick<LoanPage, 'count' | 'countIsCapped'> | undefined;
  onChooseAll: (loans: readonly ChosenLoan[]) => void;
  onDone: () => void;
};
type Asked = { act: BulkUpdate; title: string; preview: Pick<BulkDone, 'changed' | 'refused'> };

/** Bulk updates of the selected loans with a preview, and a button to undo the last one. */
export function LoanBulkBar({ chosen, search, total, onChooseAll, onDone }: Props) {
  const { preview, checked, run, undo } = useLoanBulk(chosen);
  const mayGiveToProcessor = usePermission('LOAN_REVIEW');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [actId, setActId] = useState<number | null>(null);
  const done = useBulkUpdate(actId).data ?? run.data;
  const matching = useMatching(search);
  const error = matching.error ?? preview.error ?? run.error ?? undo.error;
  const isPending = matching.isPending || preview.isPending || run.isPending || undo.isPending;
  const ask = (act: BulkUpdate, title: string) =>
    preview.mutate(act, { onSuccess: (result) => setAsked({ act, title, preview: result }) });
  const carryOut = () => {
    if (!asked) return;
    run.mutate(asked.act, {
      onSuccess: ({ actId: id }) => {
        setActId(id ?? null);
        onDone();
      },
      onSettled: () => setAsked(null),
    });
  };
  const chooseAll = () => matching.mutate(undefined, { onSuccess: (loans) => loans && onChooseAll(loans) });
  const statusText = () => {
    if (error) return error.message;
    if (preview.isPending && chosen.length > 100) return texts.checking(checked, chosen.length);
    if (matching.data === null) return texts.tooMany;
    if (chosen.length > 0) return texts.chosen(chosen.length);
    return done ? bulkStatus(done) : '';
  };
  const isUndoable = chosen.length === 0 && done?.undoUntil && !done.isUndone;
  if (chosen.length === 0 && !done && !error) return null;
  return (
    <section className={classes.bar} aria-label={texts.name}>
      <Status text={statusText()} />
      {chosen.length > 0 && (
        <>
          {total && (total.countIsCapped || (total.count ?? 0) > chosen.length) && (
            <Button variant="subtle" loading={matching.isPending} onClick={chooseAll}>
              {texts.chooseAll(total.countIsCapped ? null : (total.count ?? 0))}
            </Button>
          )}
          <span className={classes.owner}>
            <AsyncSelect
              label={null}
              name={texts.assignTo}
              placeholder={texts.assignTo}
              disabled={isPending}
              queryKey={['users', 'officers']}
              load={loadOfficers}
              value={null}
              onChange={(officer) => officer && ask({ LoanOfficerId: officer.id }, texts.assignQuestion(officer.label))}
            />
          </span>
          {mayGiveToProcessor && (
            <span className={classes.owner}>
              <AsyncSelect
                label={null}
                name={texts.processor}
                placeholder={texts.processor}
                disabled={isPending}
                queryKey={['users', 'processors']}
                load={loadProcessors}
                value={null}
                onChange={(person) =>
                  person && ask({ LoanProcessorId: person.id }, texts.processorQuestion(person.label))
                }
              />
            </span>
          )}
          <StagesMenu
            isPending={isPending}
            onChoose={({ id, name }) => ask({ stageId: id }, texts.moveQuestion(name))}
          />
          <Button variant="subtle" onClick={onDone}>
            {texts.clear}
          </Button>
        </>
      )}
      {isUndoable && (
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(done.actId ?? 0)}>
          {texts.undo}
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

type StagesMenuProps = { isPending: boolean; onChoose: (stage: { id: number; name: string }) => void };

function StagesMenu({ isPending, onChoose }: StagesMenuProps) {
  const stages = useLookups().loanStages.filter(({ readOnly }) => !readOnly);
  return (
    <Menu menuItemTabIndex={0}>
      <Menu.Target>
        <Button variant="default" loading={isPending} rightSection={<IconChevronDown size={14} />}>
          {texts.moveTo}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {stages.map((stage) => (
          <Menu.Item key={stage.id} onClick={() => onChoose(stage)}>
            <StageName stage={stage} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

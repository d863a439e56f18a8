import '@mantine/core/styles/Progress.layer.css';
import { ActionIcon, Button, Group, Loader, Progress } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useConfig } from '@/features/access/config';
import { announcedFiles } from '@/features/bulk-imports/announced';
import {
  type Batch,
  cancelBatch,
  failedFiles,
  type Item,
  markSeen,
  removeItem,
  retryBatch,
  setTeam,
  startBatch,
  unseenQuery,
} from '@/features/bulk-imports/batch';
import { hasFailed, isWaiting, nextOf, progressOf, secondsLeft } from '@/features/bulk-imports/outcome';
import { followResult, isPolling, notifyOtherTabs, poll, shownBatch } from '@/features/bulk-imports/polling';
import { errorMessage, type Sending, sentFiles } from '@/features/bulk-imports/sending';
import { texts } from '@/features/bulk-imports/texts';
import type { LoanForm } from '@/features/loans/create/loan-form';
import { TeamSection } from '@/features/loans/create/team-section';
import { useTeamData } from '@/features/loans/create/use-team-of';
import { roleName } from '@/features/people/loan-roles';
import { saveFile } from '@/shared/lib/save-file';
import { Status } from '@/shared/ui/announcer/status';
import { toast } from '@/shared/ui/toasts/toast-store';
import classes from './bulk-import-panel.module.css';
import { MissingFiles } from './missing-files';

type Props = {
  /** The form that the files were dropped into. Null when an earlier batch is resumed. */
  form: LoanForm | null;
  /** During an upload the dialog can't be closed or switched. */
  onLocked: (isLocked: boolean) => void;
  onClose: () => void;
};

/** A bulk import from choosing files to the result. */
export default function BulkImportPanel({ form: dropped, onLocked, onClose }: Props) {
  const batch = useSyncExternalStore(shownBatch.subscribe, shownBatch.get);
  const sent = useSyncExternalStore(sentFiles.subscribe, sentFiles.get);
  const form = useForm<LoanForm>({ ...(dropped && { defaultValues: dropped }) });
  const isSetUp = !batch || batch.status === 'SETUP';
  const isSending = sent !== null && !sent.isOver;
  const acts = useActs(dropped !== null, form.getValues, onClose);
  useEffect(() => onLocked(isSending), [onLocked, isSending]);
  useFollowResult(onClose);
  useSeen(batch);

  return (
    <FormProvider {...form}>
      <div className={classes.panel}>
        <div className={classes.sections}>
          <State batch={batch} sending={isSending ? sent : null} />
          {batch && batch.MismoImportBatchItems.length > 0 && (
            <Files batch={batch} onRemove={isSetUp && !isSending ? (item) => void acts.remove(item) : undefined} />
          )}
          {isSetUp && sent && sent.refused.length > 0 && (
            <ul className={classes.refused} role="alert">
              {sent.refused.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          {batch?.status === 'SETUP' && !isSending && <MissingFiles batch={batch} />}
          {isSetUp && dropped ? <TeamSection /> : batch && <TeamLine batch={batch} />}
        </div>
        <Group className={classes.footer} justify="flex-end" gap={8}>
          <Actions batch={batch} isSending={isSending} acts={acts} onClose={onClose} />
        </Group>
      </div>
    </FormProvider>
  );
}

/** After the batch: opens its only loan, closes the dialog, or stays open if something failed. */
function useFollowResult(onClose: () => void) {
  const navigate = useNavigate();
  useEffect(
    () =>
      followResult((over) => {
        if (over.status !== 'COMPLETED') return;
        const next = nextOf(over);
        if (next.kind === 'stay') return;
        onClose();
        if (next.kind === 'open') {
          void navigate({ to: '/app/loans/$loanId/loan-info', params: { loanId: next.loanId } });
        }
      }),
    [navigate, onClose],
  );
}

/** Marks a result as seen, so that its notice disappears. */
function useSeen(batch: Batch | null) {
  const queryClient = useQueryClient();
  const seen = batch?.status === 'COMPLETED' && batch.MismoImportBatchItems.some(hasFailed) ? batch._id : null;
  useEffect(() => {
    if (seen === null) return;
    markSeen(seen)
      .then(() => queryClient.invalidateQueries(unseenQuery))
      .catch((error) => console.error('An import could not be marked as seen', error));
  }, [seen, queryClient]);
}

function useActs(mayChangeTeam: boolean, values: () => LoanForm, onClose: () => void) {
  const times = useConfig().bulkImport;
  const dataOf = useTeamData();
  const [isBusy, setBusy] = useState(false);

  const withBatch = (what: (batch: Batch) => Promise<void>) => async () => {
    const batch = shownBatch.get();
    if (!batch) return;
    setBusy(true);
    try {
      await what(batch);
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const follow = (started: Batch) => {
    shownBatch.set(started);
    notifyOtherTabs();
    void poll(started._id, times);
  };
  return {
    isBusy,
    start: withBatch(async ({ _id }) => {
      if (mayChangeTeam) await setTeam(_id, await dataOf(values()));
      follow(await startBatch(_id));
      announcedFiles.forget();
    }),
    cancel: withBatch(async ({ _id }) => {
      const over = await cancelBatch(_id);
      announcedFiles.forget();
      notifyOtherTabs();
      if (!isPolling()) shownBatch.set(over);
      if (over.reset) onClose();
    }),
    retry: withBatch(async ({ _id }) => {
      const again = await retryBatch(_id);
      shownBatch.set(again);
      follow(await startBatch(again._id));
    }),
    download: withBatch(async ({ _id }) => saveFile(await failedFiles(_id), 'failed-loan-files.zip')),
    remove: (item: Item) => withBatch(async ({ _id }) => shownBatch.set(await removeItem(_id, item._id)))(),
  };
}

function State({ batch, sending }: { batch: Batch | null; sending: Sending | null }) {
  if (sending) {
    const { sent, total } = sending;
    return <Line text={texts.uploading(sent, total)} percent={(sent / total) * 100} />;
  }
  if (!batch) return <p className={classes.line}>{texts.empty}</p>;
  const { done, total } = progressOf(batch);
  const items = batch.MismoImportBatchItems;
  if (batch.status === 'SETUP') {
    return <p className={classes.line}>{texts.ready(items.filter(isWaiting).length, total)}</p>;
  }
  if (batch.status === 'IN_PROGRESS') {
    const left = secondsLeft(batch, Date.now());
    return (
      <Line text={texts.progress(done, total)} percent={(done / Math.max(total, 1)) * 100}>
        {left === null ? texts.leave : texts.left(left)}
      </Line>
    );
  }
  const made = items.filter(({ status }) => status === 'DONE').length;
  return <p className={classes.line}>{texts.result(made, total)}</p>;
}

function Line({ text, percent, children }: { text: string; percent: number; children?: ReactNode }) {
  return (
    <div>
      <div className={classes.line}>
        <Status text={text} className="tabular" />
        <span className={classes.quiet}>{children}</span>
      </div>
      <Progress value={percent} size={6} aria-label={text} />
    </div>
  );
}

function Files({ batch, onRemove }: { batch: Batch; onRemove: ((item: Item) => void) | undefined }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={texts.files}>
        <thead>
          <tr>
            <th scope="col">{texts.fileName}</th>
            <th scope="col">{texts.status}</th>
            <th scope="col">{texts.error}</th>
            <th scope="col" aria-label={texts.actions} />
          </tr>
        </thead>
        <tbody>
          {batch.MismoImportBatchItems.map((item) => (
            <Row key={item._id} item={item} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ item, onRemove }: { item: Item; onRemove: ((item: Item) => void) | undefined }) {
  const { status, fileName, borrowerName, LoanId } = item;
  return (
    <tr data-failed={hasFailed(item) || undefined}>
      <th scope="row">
        <span className={classes.name}>{fileName}</span>
        {borrowerName && <span className={classes.quiet}>{borrowerName}</span>}
      </th>
      <td>
        <span className={classes.status} data-status={status}>
          {status === 'PROCESSING' && <Loader size={12} />}
          {texts.statuses[status]}
        </span>
      </td>
      <td className={classes.error}>
        {item.autoRuleErr.map(({ identifier, error, warning }) => (
          <span key={`${identifier} ${error ?? warning}`} data-warning={error ? undefined : true}>
            {error ?? warning}
          </span>
        ))}
      </td>
      <td>
        {typeof LoanId === 'number' && item.canOpen && (
          <Link to="/app/loans/$loanId/loan-info" params={{ loanId: LoanId }} target="_blank">
            {texts.openLoan(LoanId)}
          </Link>
        )}
        {onRemove && (
          <ActionIcon size={24} aria-label={texts.remove(fileName)} onClick={() => onRemove(item)}>
            <IconX size={15} />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}

/** The chosen team of a resumed batch. */
const TeamLine = ({ batch }: { batch: Batch }) => (
  <dl className={classes.team}>
    {batch.data.otherUsers.WizeUsers.map(({ LoanRole, primary, name, WizeUserOrgUnitId }) => (
      <div key={`${LoanRole} ${primary} ${WizeUserOrgUnitId}`}>
        <dt>{roleName(LoanRole, primary)}</dt>
        <dd>{name}</dd>
      </div>
    ))}
  </dl>
);

type ActionProps = {
  batch: Batch | null;
  isSending: boolean;
  acts: ReturnType<typeof useActs>;
  onClose: () => void;
};

function Actions({ batch, isSending, acts, onClose }: ActionProps) {
  const { isBusy } = acts;
  const items = batch?.MismoImportBatchItems ?? [];
  if (batch?.status === 'COMPLETED' || batch?.status === 'CANCELLED') {
    const mayRetry = items.some(({ status }) => status === 'FAILED' || status === 'CANCELLED');
    return (
      <>
        {items.some(hasFailed) && (
          <Button variant="default" disabled={isBusy} onClick={() => void acts.download()}>
            {texts.download}
          </Button>
        )}
        {mayRetry && (
          <Button variant="default" disabled={isBusy} onClick={() => void acts.retry()}>
            {texts.retry}
          </Button>
        )}
        <Button
          onClick={() => {
            shownBatch.set(null);
            sentFiles.forget();
            onClose();
          }}
        >
          {texts.close}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button variant="default" disabled={isSending || isBusy || !batch} onClick={() => void acts.cancel()}>
        {texts.cancel}
      </Button>
      {batch?.status !== 'IN_PROGRESS' && (
        <Button disabled={isSending || items.length === 0} loading={isBusy} onClick={() => void acts.start()}>
          {texts.start}
        </Button>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { dayAndTime } from '@/shared/lib/format';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import { StateMark } from '@/shared/ui/state-mark';
import classes from '@/shared/ui/summary/summary.module.css';
import { kindName } from './job-texts';
import type { FailedJob, JobRetry } from './jobs';
import { texts } from './texts';

const heads = texts.columns;

const columns: readonly ListColumn<FailedJob>[] = [
  { key: 'kind', head: heads.kind, width: 150, cell: ({ kind }) => kindName(kind) },
  {
    key: 'state',
    head: heads.state,
    width: 110,
    cell: ({ state }) => (
      <StateMark tone={state === 'RETRYING' ? 'amber' : 'red'}>{texts.states[state] ?? state}</StateMark>
    ),
  },
  { key: 'error', head: heads.error, cell: ({ error }) => error },
  {
    key: 'company',
    head: heads.company,
    width: 170,
    cell: ({ companyId, companyName }) =>
      companyId && companyName ? (
        <Link to="/org/companies/$companyId" params={{ companyId }} className={classes.link}>
          {companyName}
        </Link>
      ) : null,
  },
  {
    key: 'tries',
    head: heads.tries,
    width: 80,
    isNumeric: true,
    cell: ({ attempts, attemptsMax }) => (attempts === null ? '' : `${attempts} of ${attemptsMax}`),
  },
  {
    key: 'failedAt',
    head: heads.failedAt,
    width: 160,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ failedAt }) => dayAndTime(failedAt),
  },
];

type Props = { rows: readonly FailedJob[]; onRetry: (which: JobRetry) => void };

/** Failed jobs, each with a retry button. */
export const FailureTable = ({ rows, onRetry }: Props) => (
  <ListTable
    label={texts.failures}
    columns={columns}
    rows={rows}
    rowKey={({ id }) => id}
    actions={({ id, kind }) => (
      <Button
        variant="default"
        size="compact-xs"
        aria-label={texts.retryOf(kindName(kind), id)}
        onClick={() => onRetry({ id })}
      >
        {texts.retry}
      </Button>
    )}
  />
);

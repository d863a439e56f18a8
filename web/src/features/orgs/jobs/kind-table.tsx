import { Button } from '@mantine/core';
import { dayAndTime, integer } from '@/shared/lib/format';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import { countOrNone, kindName, waitOf } from './job-texts';
import type { JobKind, JobRetry } from './jobs';
import { texts } from './texts';

const heads = texts.columns;

const countColumn = (
  key: string,
  head: string,
  count: (row: JobKind) => number,
  written = countOrNone,
): ListColumn<JobKind> => ({
  key,
  head,
  width: 88,
  isNumeric: true,
  cell: (row) => written(count(row)),
});

const columns: readonly ListColumn<JobKind>[] = [
  { key: 'kind', head: heads.kind, cell: ({ kind }) => kindName(kind) },
  countColumn('waiting', heads.waiting, ({ waiting }) => waiting, integer),
  {
    key: 'oldest',
    head: heads.oldest,
    width: 110,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ oldestDueAt }) => (oldestDueAt ? waitOf(oldestDueAt) : ''),
  },
  countColumn('running', heads.running, ({ running }) => running),
  countColumn('later', heads.later, ({ later }) => later),
  countColumn('failed', heads.failed, ({ retrying, failed }) => retrying + failed, integer),
  {
    key: 'lastAt',
    head: heads.lastAt,
    width: 170,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ lastAt }) => dayAndTime(lastAt),
  },
];

type Props = { rows: readonly JobKind[]; onRetry: (which: JobRetry) => void };

/** Number of jobs by kind, and their delay. */
export const KindTable = ({ rows, onRetry }: Props) => (
  <ListTable
    label={texts.kinds}
    columns={columns}
    rows={rows}
    rowKey={({ kind }) => kind}
    actions={({ kind, retrying, failed }) =>
      retrying + failed > 0 && (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={texts.retryAllOf(kindName(kind))}
          onClick={() => onRetry({ kind })}
        >
          {texts.retryAll}
        </Button>
      )
    }
  />
);

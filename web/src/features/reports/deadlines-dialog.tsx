import '@/shared/ui/modal-styles';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '@/api/schema';
import { modalWidths } from '@/shared/lib/constants';
import { day } from '@/shared/lib/format';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import classes from '@/shared/ui/summary/summary.module.css';
import type { Period } from './period';
import { type Reported, reportedDeadlinesQuery } from './reports';
import { texts } from './texts';

type Row = components['schemas']['LoanDeadline'];
type Props = { of: Reported; name: string; period: Period; onClose: () => void };

const words = texts.kept;

/** The loans behind a number of the report. */
export default function DeadlinesDialog({ of, name, period, onClose }: Props) {
  const list = useInfiniteQuery(reportedDeadlinesQuery(period, of));
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const title = words.dialog(words.outcomes[of.outcome], name);
  const columns: ListColumn<Row>[] = [
    {
      key: 'loan',
      head: words.loan,
      cell: (row) => (
        <Link to="/app/loans/$loanId" params={{ loanId: row.LoanId }} className={classes.link}>
          {row.borrowerName} <span className={classes.beside}>{row.loanNumber}</span>
        </Link>
      ),
    },
    of.by === 'Rule'
      ? { key: 'officer', head: words.officer, width: 160, cell: (row) => row.officerName ?? words.noOfficer }
      : { key: 'rule', head: words.groupings.Rule, width: 230, cell: (row) => row.label },
    { key: 'due', head: words.due, width: 100, fitsContent: true, cell: (row) => day(row.dueOn) },
    { key: 'done', head: words.done, width: 100, fitsContent: true, cell: (row) => row.metOn && day(row.metOn) },
  ];
  return (
    <Modal opened onClose={onClose} title={title} size={modalWidths.large}>
      {list.isError ? (
        <p role="alert" className={classes.none}>
          {list.error.message}{' '}
          <Button variant="default" size="compact-xs" onClick={() => void list.refetch()}>
            Retry
          </Button>
        </p>
      ) : rows ? (
        <ListTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ LoanId, rule, dueOn }) => `${LoanId} ${rule} ${dueOn}`}
        />
      ) : (
        <Skeleton height={40} radius={6} aria-hidden />
      )}
      {list.hasNextPage && (
        <Button variant="default" mt={12} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Modal>
  );
}

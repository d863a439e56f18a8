import { ActionIcon, Menu } from '@mantine/core';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LoanRow } from '@/api/types';
import { day, integer, money } from '@/shared/lib/format';
import { loanAmount } from '@/shared/records/loan-amount';
import { StageName } from '@/shared/records/stage-name';
import { useLookups } from '@/shared/session/lookups';
import { usePermission } from '@/shared/session/me';
import { Board, type BoardColumn } from '@/shared/ui/board/board';
import type { LoanSearch } from '../list/loan-search';
import { useStageTotals } from '../list/stage-totals';
import { StageItems, useStageSteps } from '../stages/stage-steps';
import { showRefusal, stagesQuery, useStageMove } from '../stages/stages';
import { cardsQuery } from './board-pages';
import classes from './loan-board.module.css';
import { texts } from './texts';

/** Stages of closed loans, which the board leaves out. */
const ended = ['Withdrawn', 'Denied', 'ApprovedNotAccepted', 'Incomplete', 'Archived'];

/** Loans as cards in columns by stage, sorted by deadline. */
export function LoanBoard({ search }: { search: LoanSearch }) {
  const queryClient = useQueryClient();
  const stages = useLookups().loanStages.filter(({ kind }) => !ended.includes(kind));
  const totals = useStageTotals(search).data?.rows;
  const [pages, setPages] = useState<Readonly<Record<number, number>>>({});
  const queries = useQueries({ queries: stages.map(({ id }) => cardsQuery(search, id, pages[id] ?? 1)) });
  const mayMove = usePermission('LOAN_EDIT');
  const move = useStageMove();
  const { go, dialog } = useStageSteps();
  const columns = stages.map((stage, index): BoardColumn<LoanRow> => {
    const cards = queries[index];
    const total = totals?.find(({ stageId }) => stageId === stage.id);
    const showMore = () => setPages((before) => ({ ...before, [stage.id]: (before[stage.id] ?? 1) + 1 }));
    return {
      id: stage.id,
      name: stage.name,
      title: <StageName stage={stage} />,
      sum: totals ? [integer(total?.count ?? 0), total && money(total.LoanAmount)].filter(Boolean).join(' · ') : '',
      rows: cards?.data?.rows,
      failure: cards?.isError ? texts.failedTitle : null,
      more: cards?.data?.hasMore && !cards.isPlaceholderData ? showMore : undefined,
    };
  });
  // The same call as on the loan's page returns the stage's required details.
  const drop = async (loan: LoanRow, { id }: BoardColumn<LoanRow>) => {
    try {
      const { offered } = await queryClient.fetchQuery({ ...stagesQuery(loan.id), staleTime: 0 });
      const to = offered.find(({ stage }) => stage.id === id);
      if (to) go(loan, to);
      else await move.mutateAsync({ loan, move: { stageId: id } });
    } catch (error) {
      showRefusal(error);
    }
  };
  return (
    <>
      <Board
        label={texts.board}
        columns={columns}
        words={texts.boardWords}
        onMove={(loan, column) => void drop(loan, column)}
        nameOf={({ borrowerName }) => borrowerName}
        content={(loan) => <Content loan={loan} />}
        link={(loan, className) => (
          <Link to="/app/loans/$loanId/loan-center" params={{ loanId: loan.id }} className={className}>
            {loan.borrowerName}
          </Link>
        )}
        {...(mayMove && {
          menu: (loan: LoanRow) => (
            <Menu menuItemTabIndex={0} position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" size={24} aria-label={texts.moveLoanTo(loan.borrowerName)}>
                  <IconArrowsExchange size={15} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown className={classes.dropdown}>
                <StageItems loanId={loan.id} onChoose={(to) => go(loan, to)} />
              </Menu.Dropdown>
            </Menu>
          ),
        })}
      />
      {dialog}
    </>
  );
}

const Content = ({ loan }: { loan: LoanRow }) => (
  <>
    <span className={classes.line}>
      <span>{loan.loanNumber}</span>
      <span className={classes.amount}>{loanAmount(loan.LoanAmount)}</span>
    </span>
    <span className={classes.line}>
      <span>{loan.officerName}</span>
      {loan.nextDeadlineOn && <span>{texts.dueOn(day(loan.nextDeadlineOn))}</span>}
    </span>
  </>
);

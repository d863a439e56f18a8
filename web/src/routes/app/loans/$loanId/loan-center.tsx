import { createFileRoute } from '@tanstack/react-router';
import { centerQuery } from '@/features/loans/center/loan-center';
import { LoanCenterPage } from '@/features/loans/center/loan-center-page';
import { stagesQuery } from '@/features/loans/stages/stages';
import { onDemand } from '@/shared/lib/on-demand';

const TasksPanel = onDemand(() => import('@/features/tasks/tasks-panel'));
const RuleRunsPanel = onDemand(() => import('@/features/tasks/rules/rule-runs-panel'));

export const Route = createFileRoute('/app/loans/$loanId/loan-center')({
  // The page shows its own skeletons, so the router doesn't wait.
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(centerQuery(params.loanId));
    void context.queryClient.prefetchQuery(stagesQuery(params.loanId));
  },
  component: LoanCenter,
});

function LoanCenter() {
  const { loanId } = Route.useParams();
  return (
    <LoanCenterPage
      loanId={loanId}
      tasks={(loan) => <TasksPanel about={{ LoanId: loan.id }} name={loan.borrowerName} />}
      automation={<RuleRunsPanel loanId={loanId} />}
    />
  );
}

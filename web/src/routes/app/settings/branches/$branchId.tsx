import { createFileRoute } from '@tanstack/react-router';
import { BranchPage } from '@/features/orgs/branches/branch-page';
import { recordNumber } from '@/shared/lib/record-number';

export const Route = createFileRoute('/app/settings/branches/$branchId')({
  staticData: { breadcrumb: 'Branch' },
  params: recordNumber('branchId'),
  component: Branch,
});

function Branch() {
  const { branchId } = Route.useParams();
  return <BranchPage key={branchId} id={branchId} />;
}

import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFound } from '@/app/errors/not-found';
import { BranchPage } from '@/features/orgs/branches/branch-page';

export const Route = createFileRoute('/app/settings/branches/$branchId')({
  staticData: { breadcrumb: 'Branch', isBreadcrumbHidden: true },
  params: {
    parse: ({ branchId }) => ({ branchId: Number(branchId) }),
    stringify: ({ branchId }) => ({ branchId: String(branchId) }),
  },
  beforeLoad: ({ params }) => {
    if (!Number.isSafeInteger(params.branchId)) throw notFound();
  },
  component: Branch,
  notFoundComponent: NotFound,
});

function Branch() {
  const { branchId } = Route.useParams();
  return <BranchPage key={branchId} id={branchId} />;
}

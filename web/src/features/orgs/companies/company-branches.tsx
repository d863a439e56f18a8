import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import type { Column } from '@/shared/ui/data-table/column';
import { DataTable } from '@/shared/ui/data-table/data-table';
import { EmptyState } from '@/shared/ui/empty-state';
import { type Company, companyQuery } from './companies';
import classes from './company-layout.module.css';
import { CompanyState } from './company-state';
import { texts } from './texts';

const columns: readonly Column<Company['branches'][number]>[] = [
  { key: 'name', head: texts.branch, width: 140, cell: ({ displayName }) => displayName },
  { key: 'state', head: texts.state, width: 120, cell: ({ state }) => <CompanyState state={state} /> },
  { key: 'people', head: texts.people, width: 80, isNumeric: true, cell: ({ people }) => people },
];
const wide: readonly Column<Company['branches'][number]>[] = [
  ...columns.slice(0, 2),
  { key: 'nmlsId', head: texts.nmlsId, width: 120, isNumeric: true, cell: ({ nmlsId }) => nmlsId },
  { key: 'location', head: texts.locatedIn, width: 100, cell: ({ stateCode }) => stateCode },
  ...columns.slice(2),
];

export function CompanyBranches({ companyId }: { companyId: number }) {
  const isPhone = useIsPhone();
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  return (
    <section className={classes.panel} aria-label={texts.branches}>
      <DataTable
        label={texts.branches}
        columns={isPhone ? columns : wide}
        rows={company.branches}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={<IconBuilding size={20} />} title={texts.noBranchesTitle} text={texts.noBranches} />}
      />
    </section>
  );
}

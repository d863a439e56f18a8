import { Link } from '@tanstack/react-router';
import { integer } from '@/shared/lib/format';
import type { ListColumn } from '@/shared/ui/list-table';
import { StateMark } from '@/shared/ui/state-mark';
import type { BranchRow } from './branch-list';
import classes from './branches.module.css';
import { texts } from './texts';

export const branchColumns: readonly ListColumn<BranchRow>[] = [
  {
    key: 'branch',
    head: texts.branch,
    cell: (branch) => (
      <>
        {branch.isHeadQuarter ? (
          <Link to="/app/settings/org-config" className={classes.name}>
            {branch.displayName}
          </Link>
        ) : (
          <Link to="/app/settings/branches/$branchId" params={{ branchId: branch.id }} className={classes.name}>
            {branch.displayName}
          </Link>
        )}
        {branch.isHeadQuarter && <span className={classes.tag}>{texts.headquarters}</span>}
      </>
    ),
  },
  { key: 'nmlsId', head: texts.nmlsId, width: 110, fitsContent: true, cell: ({ nmlsId }) => nmlsId },
  {
    key: 'place',
    head: texts.place,
    cell: ({ city, stateCode }) => [city, stateCode].filter(Boolean).join(', '),
  },
  {
    key: 'people',
    head: texts.people,
    width: 90,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ people }) => integer(people),
  },
  {
    key: 'openLoans',
    head: texts.openLoans,
    width: 110,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ openLoans }) => integer(openLoans),
  },
  {
    key: 'state',
    head: texts.state,
    width: 120,
    cell: ({ state }) =>
      state === 'ACTIVE' ? (
        <StateMark tone="green">{texts.active}</StateMark>
      ) : (
        <StateMark tone="amber">{texts.suspended}</StateMark>
      ),
  },
];

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LeadRow } from '@/api/types';
import { leadPageQuery } from '@/features/leads/list/lead-list';
import { dayOf } from '@/shared/lib/format';
import { ListTable } from '@/shared/ui/list-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import classes from '@/shared/ui/summary/summary.module.css';
import { texts as all } from './texts';

const texts = all.dashboard;
const shown = 5;

const columns = [
  {
    key: 'name',
    head: all.columns.lead,
    cell: ({ id, name }: LeadRow) => (
      <Link to="/app/leads/$leadId" params={{ leadId: id }} className={classes.link}>
        {name}
      </Link>
    ),
  },
  { key: 'status', head: all.columns.status, cell: ({ status }: LeadRow) => status.name },
  {
    key: 'created',
    head: all.columns.came,
    width: 110,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ createdAt }: LeadRow) => dayOf(createdAt),
  },
];

/** The newest leads. */
export function LeadsPanel() {
  const leads = useQuery(leadPageQuery({ orderBy: 'created', sort: 'DESC' }));
  return (
    <Panel
      title={texts.leads}
      action={
        <Link to="/app/leads" search={{ orderBy: 'created', sort: 'DESC' }} className={classes.more}>
          {texts.allLeads}
        </Link>
      }
    >
      <Loaded query={leads}>
        {({ rows }) => (
          <div className={classes.edge}>
            {rows && rows.length > 0 ? (
              <ListTable label={texts.leads} columns={columns} rows={rows.slice(0, shown)} rowKey={({ id }) => id} />
            ) : (
              <p className={classes.none}>{texts.noLeads}</p>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

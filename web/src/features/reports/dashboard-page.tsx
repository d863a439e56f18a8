import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentChoice } from '@/api/org-unit';
import type { LoanRow } from '@/api/types';
import { FirstLoansPanel } from '@/features/loans/loan-list-panel';
import { loansByStageQuery, totalOfStages } from '@/features/loans/summary-queries';
import { addressOf, builtIn } from '@/features/loans/views/view-content';
import { day, integer, money } from '@/shared/lib/format';
import { useActiveUser, usePermission } from '@/shared/session/me';
import { Loaded, Panel } from '@/shared/ui/panel';
import classes from '@/shared/ui/summary/summary.module.css';
import { SummaryPage } from '@/shared/ui/summary/summary-page';
import { LeadsPanel } from './leads-panel';
import { MyTasksPanel } from './my-tasks-panel';
import { StageTable } from './stage-table';
import { texts as all } from './texts';

const texts = all.dashboard;
const view = (id: string) => addressOf(builtIn.find((one) => one.id === id) ?? { id, content: {} });
const active = {
  filter: JSON.stringify({ match: 'all', conditions: [{ field: 'progress', operator: 'is', values: ['Active'] }] }),
};
const figures = [
  { label: texts.active, search: active },
  { label: texts.closing, search: view('closing') },
  { label: texts.locks, search: view('locks') },
  { label: texts.overdue, search: view('overdue') },
];

const deadline = {
  key: 'deadline',
  head: all.columns.deadline,
  width: 110,
  isNumeric: true,
  isHeadFirst: true,
  cell: ({ nextDeadlineOn }: LoanRow) => day(nextDeadlineOn),
};

/** Overview for the start of the day: pipeline, deadlines, leads and the user's own tasks. */
export function DashboardPage() {
  const { WizeOrgUnit } = useActiveUser();
  const [seesTasks, seesLeads] = [usePermission('TASK_VIEW'), usePermission('LEAD_VIEW')];
  const where = currentChoice()?.consolidated ? texts.allBranches : WizeOrgUnit.displayName;
  return (
    <SummaryPage title={texts.title} text={texts.text(where)}>
      <ul className={classes.figures} aria-label={texts.figures}>
        {figures.map((figure) => (
          <Figure key={figure.label} {...figure} />
        ))}
      </ul>
      <div className={classes.columns}>
        <div className={classes.column}>
          <ByStage />
          <FirstLoansPanel
            title={texts.deadlines}
            text={texts.deadlinesText}
            search={{ due: 'week', orderBy: 'nextDeadline', sort: 'ASC' }}
            columns={[deadline]}
            none={texts.noDeadlines}
            limit={5}
          />
        </div>
        <div className={classes.column}>
          {seesTasks && <MyTasksPanel />}
          {seesLeads && <LeadsPanel />}
        </div>
      </div>
    </SummaryPage>
  );
}

function Figure({ label, search }: (typeof figures)[number]) {
  const { data } = useQuery(loansByStageQuery(search));
  const all = data && totalOfStages(data);
  return (
    <li>
      <Link to="/app/loans" search={search} className={classes.figure}>
        <span>{label}</span>
        <strong>{all && integer(all.count)}</strong>
        <small>{all && money(all.amount || '0')}</small>
      </Link>
    </li>
  );
}

function ByStage() {
  const totals = useQuery(loansByStageQuery(active));
  return (
    <Panel title={texts.byStage}>
      <Loaded query={totals}>
        {({ rows }) => (
          <div className={classes.edge}>
            {rows && rows.length > 0 ? (
              <StageTable label={texts.byStage} totals={rows} />
            ) : (
              <p className={classes.none}>{rows ? texts.noLoans : texts.tooMany}</p>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

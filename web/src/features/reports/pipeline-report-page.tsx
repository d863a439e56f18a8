import { useQuery } from '@tanstack/react-query';
import { loansByStageQuery } from '@/features/loans/summary-queries';
import { Loaded, Panel } from '@/shared/ui/panel';
import classes from '@/shared/ui/summary/summary.module.css';
import { SummaryPage } from '@/shared/ui/summary/summary-page';
import { DeadlinesPanel } from './deadlines-panel';
import { StageTable } from './stage-table';
import { texts } from './texts';

/** Number and amount of loans by stage. */
export function PipelineReportPage() {
  const totals = useQuery(loansByStageQuery({}));
  const { title, text, table } = texts.pipeline;
  return (
    <SummaryPage title={title} text={text}>
      <Panel title={table}>
        <Loaded query={totals}>
          {({ rows }) => (
            <div className={classes.edge}>
              {rows && rows.length > 0 ? (
                <StageTable label={table} totals={rows} isWhole />
              ) : (
                <p className={classes.none}>{rows ? texts.dashboard.noLoans : texts.dashboard.tooMany}</p>
              )}
            </div>
          )}
        </Loaded>
      </Panel>
      <DeadlinesPanel />
    </SummaryPage>
  );
}

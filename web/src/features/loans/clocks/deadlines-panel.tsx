import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Loan } from '@/api/types';
import { day } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermission } from '@/shared/session/me';
import { Loaded, Panel } from '@/shared/ui/panel';
import { WarningNote } from '@/shared/ui/warning-note';
import { deadlinesQuery, type LoanClock, type LoanClocks } from './clocks';
import { DeadlineRow } from './deadline-row';
import classes from './deadlines.module.css';
import { EventLog } from './event-log';
import { texts } from './texts';

const RecordDialog = onDemand(() => import('./record-dialog'));
const ClosingDialog = onDemand(() => import('./closing-dialog'));

/** A loan's deadlines with their reasons and recorded events. */
export function DeadlinesPanel({ loan }: { loan: Loan }) {
  const clocks = useQuery(deadlinesQuery(loan.id));
  const mayEdit = usePermission('LOAN_EDIT');
  const [asked, setAsked] = useState<'record' | 'closing' | null>(null);
  const close = () => setAsked(null);
  const action = mayEdit && clocks.data && (
    <Button variant="default" onClick={() => setAsked('record')}>
      {texts.record}
    </Button>
  );
  return (
    <Panel title={texts.deadlines} action={action}>
      <Loaded query={clocks}>
        {(shown) => (
          <>
            <Days shown={shown} onPlan={mayEdit && !loan.readOnly ? () => setAsked('closing') : undefined} />
            {shown.clocks.length === 0 ? (
              <p className={classes.quiet}>{texts.none}</p>
            ) : (
              <ul className={classes.clocks} aria-label={texts.deadlines}>
                {inOrder(shown.clocks).map((clock) => (
                  <DeadlineRow
                    key={`${clock.rule} ${clock.actId ?? ''}`}
                    clock={clock}
                    receiptBy={receiptByOf(clock, shown)}
                    today={shown.today}
                  />
                ))}
              </ul>
            )}
            <EventLog loanId={loan.id} acts={shown.acts} mayEdit={mayEdit} />
            <Suspense>
              {asked === 'record' && <RecordDialog loanId={loan.id} shown={shown} onClose={close} />}
              {asked === 'closing' && (
                <ClosingDialog loanId={loan.id} closingOn={shown.closingOn ?? null} onClose={close} />
              )}
            </Suspense>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Application date, planned closing, and earliest possible closing. */
function Days({ shown, onPlan }: { shown: LoanClocks; onPlan: (() => void) | undefined }) {
  const { application, closingOn, earliestClosing } = shown;
  const isTooEarly = closingOn && earliestClosing && closingOn < earliestClosing.on;
  return (
    <>
      {application.receivedOn ? null : (
        <p className={classes.quiet}>
          {texts.notReceived}{' '}
          {application.missing
            .map(({ label, borrower }) => (borrower ? texts.ofWhom(label, borrower) : label))
            .join(', ')}
          .
        </p>
      )}
      <dl className={classes.days}>
        {application.receivedOn && (
          <div>
            <dt>{texts.received}</dt>
            <dd>{day(application.receivedOn)}</dd>
          </div>
        )}
        {earliestClosing && (
          <div>
            <dt>{texts.earliest}</dt>
            <dd title={earliestClosing.reason}>{day(earliestClosing.on)}</dd>
          </div>
        )}
        {(closingOn || onPlan) && (
          <div>
            <dt>{texts.closing}</dt>
            <dd>
              {day(closingOn)}
              {onPlan && (
                <Button variant="subtle" size="compact-xs" onClick={onPlan}>
                  {closingOn ? texts.changeClosing : texts.planClosing}
                </Button>
              )}
            </dd>
          </div>
        )}
      </dl>
      {isTooEarly && <WarningNote text={texts.tooEarly(day(earliestClosing.on))} />}
    </>
  );
}

/** Last day on which the Closing Disclosure may be received, for the deadline of its mail-by day. */
const receiptByOf = ({ rule }: LoanClock, { clocks }: LoanClocks) =>
  rule === 'ClosingDisclosureMailing'
    ? clocks.find((clock) => clock.rule === 'ClosingDisclosure' && clock.state === 'Running')?.dueOn
    : null;

/** Open deadlines first, then waiting periods, then closed ones. */
function inOrder(clocks: readonly LoanClock[]): LoanClock[] {
  const rank = ({ state, isDeadline }: LoanClock) => {
    if (state !== 'Running') return 2;
    return isDeadline ? 0 : 1;
  };
  return [...clocks].sort((a, b) => rank(a) - rank(b) || (a.dueOn ?? '').localeCompare(b.dueOn ?? ''));
}

import { useQuery } from '@tanstack/react-query';
import { SettingsPage } from '@/features/orgs/settings/settings-page';
import { dayAndTime } from '@/shared/lib/format';
import { ListTable } from '@/shared/ui/list-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import { StateMark } from '@/shared/ui/state-mark';
import { type Lender, lendersQuery } from './lender-calls';
import classes from './lenders.module.css';
import { texts } from './texts';

/** Lenders and one's own connections with them. `status` is what a lender's page came back with that failed. */
export function LendersPage({ status }: { status: string | undefined }) {
  const lenders = useQuery(lendersQuery);
  return (
    <SettingsPage title={texts.title} text={texts.text}>
      {status && (
        <p role="alert" className={classes.problem}>
          {status}
        </p>
      )}
      <Loaded query={lenders}>
        {(rows) => (
          <Panel title={texts.lenders} text={rows.some(({ isSetUp }) => isSetUp) ? texts.howTo : texts.howToNone}>
            <div className={classes.rows}>
              <ListTable label={texts.lenders} columns={columns} rows={rows} rowKey={({ lender }) => lender} />
            </div>
          </Panel>
        )}
      </Loaded>
    </SettingsPage>
  );
}

const columns = [
  {
    key: 'lender',
    head: texts.lender,
    cell: ({ name, isStoodInFor }: Lender) => (
      <>
        <span className={classes.name}>{name}</span>
        {isStoodInFor && <span className={classes.quiet}>{texts.standIn}</span>}
      </>
    ),
  },
  { key: 'state', head: texts.state, width: 160, cell: (lender: Lender) => <State lender={lender} /> },
  {
    key: 'connectedAt',
    head: texts.connectedAt,
    width: 200,
    cell: ({ connectedAt }: Lender) => dayAndTime(connectedAt),
  },
];

function State({ lender: { isSetUp, connectedAt } }: { lender: Lender }) {
  if (!isSetUp) return <StateMark tone="gray">{texts.notSetUp}</StateMark>;
  return connectedAt ? (
    <StateMark tone="green">{texts.connected}</StateMark>
  ) : (
    <StateMark tone="gray">{texts.notConnected}</StateMark>
  );
}

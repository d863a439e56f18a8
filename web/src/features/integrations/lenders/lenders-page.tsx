import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayAndTime } from '@/shared/lib/format';
import { usePermission } from '@/shared/session/me';
import { ListTable } from '@/shared/ui/list-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { StateMark } from '@/shared/ui/state-mark';
import { type Lender, lendersQuery, useBeginConnection } from './lender-calls';
import classes from './lenders.module.css';
import { texts } from './texts';

/** Lenders and the user's own connections. `status` is the error that a lender's page returned. */
export function LendersPage({ status }: { status: string | undefined }) {
  const lenders = useQuery(lendersQuery);
  const canManage = usePermission('SETTINGS_MANAGE');
  return (
    <SettingsPage title={texts.title} text={texts.text}>
      {status && (
        <p role="alert" className={classes.problem}>
          {status}
        </p>
      )}
      <Loaded query={lenders}>
        {({ rows, companyLenders }) => (
          <>
            <Panel title={texts.lenders} text={rows.some(({ isSetUp }) => isSetUp) ? texts.howTo : texts.howToNone}>
              <div className={classes.rows}>
                <ListTable
                  label={texts.lenders}
                  columns={columns}
                  rows={rows}
                  rowKey={({ lender }) => lender}
                  actions={(lender) => <Connect lender={lender} />}
                  actionWidth={140}
                />
              </div>
            </Panel>
            <Panel
              title={texts.ofCompany}
              text={companyLenders.length > 0 ? texts.ofCompanyText : texts.ofCompanyNone}
              action={
                canManage && (
                  <Button variant="default" component={Link} to="/app/settings/lenders">
                    {texts.keep}
                  </Button>
                )
              }
            >
              {companyLenders.length > 0 && (
                <ul className={classes.names} aria-label={texts.ofCompany}>
                  {companyLenders.map(({ id, name }) => (
                    <li key={id}>{name}</li>
                  ))}
                </ul>
              )}
            </Panel>
          </>
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
    fitsContent: true,
    cell: ({ connectedAt }: Lender) => dayAndTime(connectedAt),
  },
];

function Connect({ lender: { name, isSetUp, connectedAt } }: { lender: Lender }) {
  const begin = useBeginConnection();
  const act = connectedAt ? texts.connectAgain : texts.connect;
  return (
    <Button
      variant={connectedAt ? 'default' : 'filled'}
      size="compact-sm"
      aria-label={texts.actAt(act, name)}
      disabled={!isSetUp}
      loading={begin.isPending || begin.isSuccess}
      onClick={() => begin.mutate()}
    >
      {act}
    </Button>
  );
}

function State({ lender: { isSetUp, connectedAt } }: { lender: Lender }) {
  if (!isSetUp) return <StateMark tone="gray">{texts.notSetUp}</StateMark>;
  return connectedAt ? (
    <StateMark tone="green">{texts.connected}</StateMark>
  ) : (
    <StateMark tone="gray">{texts.notConnected}</StateMark>
  );
}

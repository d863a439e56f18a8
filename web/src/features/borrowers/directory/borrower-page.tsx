import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import classes from '@/features/contacts/contacts.module.css';
import { hasDraft } from '@/shared/lib/drafts';
import { dayOf, phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { LeadStatus } from '@/shared/records/lead-status';
import { loanAmount } from '@/shared/records/loan-amount';
import { StageName } from '@/shared/records/stage-name';
import { ListTable } from '@/shared/ui/list-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type Borrower, borrowerQuery } from './borrowers';
import { FamilyPanel } from './family-panel';
import { useUnmerge } from './merge';
import { texts } from './texts';
import { TimelinePanel } from './timeline-panel';

const BorrowerDialog = onDemand(() => import('./borrower-dialog'));

/** A borrower with leads, loans, family and history. */
export function BorrowerPage({ id }: { id: number }) {
  const borrower = useQuery(borrowerQuery(id));
  const survivor = borrower.data?.id;
  // The server returns the surviving record for a merged one.
  if (survivor !== undefined && survivor !== id) {
    return <Navigate to="/app/borrowers/$borrowerId" params={{ borrowerId: survivor }} replace />;
  }
  return <Loaded query={borrower}>{(found) => <Shown borrower={found} />}</Loaded>;
}

function addressOf({ address }: Borrower): string {
  const { line, unit, city, stateCode, postalCode } = address;
  const place = [city, [stateCode, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [[line, unit].filter(Boolean).join(' '), place].filter(Boolean).join(', ');
}

function Shown({ borrower }: { borrower: Borrower }) {
  const [isEditing, setEditing] = useState(() => hasDraft(`borrower ${borrower.id}`));
  const facts: [string, ReactNode][] = [
    [texts.phone, borrower.CellPhone && <a href={`tel:${borrower.CellPhone}`}>{phone(borrower.CellPhone)}</a>],
    [texts.email, borrower.Email && <a href={`mailto:${borrower.Email}`}>{borrower.Email}</a>],
    [texts.address, addressOf(borrower)],
    [texts.owner, borrower.ownerName],
    [texts.branch, borrower.branchName],
    [texts.created, dayOf(borrower.createdAt)],
  ];
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{`${borrower.FirstName} ${borrower.LastName}`.trim() || texts.title}</h1>
        <div className={classes.actions}>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/app/borrowers/merge" search={{ ids: String(borrower.id) }} />}
          >
            {texts.mergeWith}
          </Button>
          <Button onClick={() => setEditing(true)}>{texts.edit}</Button>
        </div>
      </div>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className={classes.columns}>
        <div className={classes.column}>
          <LoansPanel borrower={borrower} />
          {borrower.leads.length > 0 && <LeadsPanel leads={borrower.leads} />}
          <FamilyPanel borrower={borrower} />
          {borrower.merges.length > 0 && <MergesPanel borrower={borrower} />}
        </div>
        <TimelinePanel id={borrower.id} />
      </div>
      <Suspense>{isEditing && <BorrowerDialog borrower={borrower} onClose={() => setEditing(false)} />}</Suspense>
    </div>
  );
}

/** Merges into this record that can still be undone. */
function MergesPanel({ borrower }: { borrower: Borrower }) {
  const unmerge = useUnmerge();
  const undo = (id: number) => unmerge.mutate(id, { onSuccess: () => void toast.success(texts.undone) });
  return (
    <Panel title={texts.merges}>
      <ul className={classes.rows} aria-label={texts.merges}>
        {borrower.merges.map(({ id, names, madeAt, madeBy, undoUntil }) => (
          <li key={id}>
            <span>
              {names.join(', ')} <span className={classes.end}>{texts.mergedOn(dayOf(madeAt), madeBy ?? '')}</span>
            </span>
            {undoUntil && (
              <Button variant="default" loading={unmerge.isPending} onClick={() => undo(id)}>
                {texts.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The borrower's leads. */
function LeadsPanel({ leads }: Pick<Borrower, 'leads'>) {
  return (
    <Panel title={texts.leads}>
      <ListTable
        label={texts.leads}
        rows={leads}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'number',
            head: texts.number,
            cell: ({ id }) => (
              <Link to="/app/leads/$leadId" params={{ leadId: id }} className={classes.link}>
                {texts.lead(id)}
              </Link>
            ),
          },
          {
            key: 'status',
            head: texts.status,
            width: 190,
            cell: ({ statusName, statusKind }) => <LeadStatus status={{ name: statusName, kind: statusKind }} />,
          },
          { key: 'owner', head: texts.owner, width: 130, cell: ({ ownerName }) => ownerName },
          {
            key: 'created',
            head: texts.created,
            width: 110,
            fitsContent: true,
            cell: ({ createdAt }) => dayOf(createdAt),
          },
        ]}
      />
    </Panel>
  );
}

/** Current and past loans, and the number of loans outside the user's access. */
function LoansPanel({ borrower }: { borrower: Borrower }) {
  const { loans, loansOutside } = borrower;
  return (
    <Panel title={texts.loans}>
      {loans.length === 0 && loansOutside === 0 && <p className={classes.quiet}>{texts.noLoans}</p>}
      {loans.length > 0 && (
        <ListTable
          label={texts.loans}
          rows={loans}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'number',
              head: texts.number,
              cell: (loan) => (
                <Link to="/app/loans/$loanId/loan-info" params={{ loanId: loan.id }} className={classes.link}>
                  {loan.loanNumber}
                </Link>
              ),
            },
            {
              key: 'stage',
              head: texts.stage,
              width: 220,
              cell: (loan) => <StageName stage={{ name: loan.stageName, kind: loan.stageKind }} />,
            },
            { key: 'officer', head: texts.officer, width: 130, cell: ({ officerName }) => officerName },
            {
              key: 'amount',
              head: texts.amount,
              width: 110,
              isNumeric: true,
              isHeadFirst: true,
              cell: ({ LoanAmount }) => loanAmount(LoanAmount),
            },
          ]}
        />
      )}
      {loansOutside > 0 && <p className={classes.quiet}>{texts.outside(loansOutside)}</p>}
    </Panel>
  );
}

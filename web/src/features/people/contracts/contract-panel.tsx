import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { dayOf, integer } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { ListTable } from '@/shared/ui/list-table';
import { Panel } from '@/shared/ui/panel';
import { StateMark } from '@/shared/ui/state-mark';
import { toast } from '@/shared/ui/toasts/toast-store';
import users from '../users/users.module.css';
import { type Contract, endOf, useContractChange } from './contracts';
import classes from './contracts.module.css';
import { texts } from './texts';

const AddProcessorDialog = onDemand(() => import('./add-processor-dialog'));
const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

/** A contract with its dates and processors. */
export function ContractPanel({ contract }: { contract: Contract }) {
  const { id, name, nmlsId, active, engagedAt, endedAt, processors } = contract;
  const [isAdding, setAdding] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const change = useContractChange();
  const { people, loans } = endOf(contract);
  const since = active ? texts.since(dayOf(engagedAt)) : texts.until(dayOf(endedAt));
  return (
    <Panel
      title={name}
      text={[nmlsId ? texts.ofNmls(nmlsId) : '', since].filter(Boolean).join(' · ')}
      action={
        <div className={users.actions}>
          {active ? (
            <>
              <Button variant="default" aria-label={texts.endOf(name)} onClick={() => setAsked(true)}>
                {texts.end}
              </Button>
              <Button variant="default" aria-label={texts.addTo(name)} onClick={() => setAdding(true)}>
                {texts.addProcessor}
              </Button>
            </>
          ) : (
            <Button
              variant="default"
              loading={change.isPending}
              onClick={() =>
                change.mutate(
                  { act: 'engage', nmlsId: nmlsId ?? '' },
                  { onSuccess: () => toast.success(texts.engaged(name)) },
                )
              }
            >
              {texts.engageAgain}
            </Button>
          )}
        </div>
      }
    >
      {processors.length === 0 ? (
        <p className={classes.none}>{texts.noPeople}</p>
      ) : (
        <div className={users.rows}>
          <ListTable
            label={texts.people(name)}
            columns={[
              {
                key: 'name',
                head: texts.name,
                cell: (one) => (
                  <Link to="/app/settings/users/$userId" params={{ userId: one.WizeUserId }} className={users.name}>
                    {one.name}
                  </Link>
                ),
              },
              { key: 'email', head: texts.email, cell: (one) => <span className={users.email}>{one.email}</span> },
              { key: 'branch', head: texts.branch, cell: (one) => one.branch },
              {
                key: 'openLoans',
                head: texts.openLoans,
                width: 110,
                isNumeric: true,
                cell: (one) => integer(one.openLoans),
              },
              {
                key: 'works',
                head: texts.works,
                width: 120,
                cell: (one) =>
                  one.active ? (
                    <StateMark tone="green">{texts.on}</StateMark>
                  ) : (
                    <StateMark tone="gray">{texts.off}</StateMark>
                  ),
              },
            ]}
            rows={processors}
            rowKey={(one) => one.WizeUserOrgUnitId}
          />
        </div>
      )}
      <Suspense>
        {isAdding && <AddProcessorDialog contract={contract} onClose={() => setAdding(false)} />}
        {isAsked && (
          <ConfirmDialog
            title={texts.end}
            question={texts.endQuestion(name, people, loans)}
            no={texts.cancel}
            yes={texts.end}
            onAnswer={(yes) => {
              setAsked(false);
              if (yes) change.mutate({ act: 'end', id }, { onSuccess: () => toast.success(texts.ended(name)) });
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

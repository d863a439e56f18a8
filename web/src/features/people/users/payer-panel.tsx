import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermission } from '@/shared/session/me';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type BillingPlace, licenseText } from './license-text';
import { texts } from './texts';
import { editMembership, type ManagedUser, useUserChange } from './user-calls';
import classes from './users.module.css';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

/** The payer of a user's license. Users with billing permission can change it. */
export function PayerPanel({ user, billing }: { user: ManagedUser; billing: BillingPlace }) {
  const maySet = usePermission('BILLING_MANAGE') && user.mayManage;
  const [isAsked, setAsked] = useState(false);
  const isAlone = billing.payer === 'SELF';
  const place = user.memberships.find(({ active }) => active);
  const change = useUserChange({
    change: editMembership,
    onDone: ({ name }) => toast.success(isAlone ? texts.unitPaidDone(name) : texts.selfPaidDone(name)),
  });
  const set = () => {
    if (!place) return;
    const body = { LWLicensePayer: isAlone ? ('COMPANY' as const) : ('SELF' as const) };
    change.mutate({ id: place.WizeUserOrgUnitId, version: place.version, body });
  };
  return (
    <Panel
      title={texts.license}
      text={licenseText(billing)}
      action={
        maySet &&
        place && (
          <div className={classes.actions}>
            <Button variant="default" loading={change.isPending} onClick={() => setAsked(true)}>
              {isAlone ? texts.makeUnitPaid : texts.makeSelfPaid}
            </Button>
          </div>
        )
      }
    >
      <Suspense>
        {isAsked && (
          <ConfirmDialog
            title={isAlone ? texts.makeUnitPaid : texts.makeSelfPaid}
            question={isAlone ? texts.unitPaidQuestion(user.name) : texts.selfPaidQuestion(user.name)}
            no={texts.cancel}
            yes={isAlone ? texts.makeUnitPaid : texts.makeSelfPaid}
            onAnswer={(yes) => {
              setAsked(false);
              if (yes) set();
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

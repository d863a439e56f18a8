import '@/shared/ui/modal-styles';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { modalWidths } from '@/shared/lib/constants';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { permissionsQuery } from '@/shared/session/me';
import { toast } from '@/shared/ui/toasts/toast-store';
import { afterUpgrade } from './after-upgrade';
import classes from './billing.module.css';
import { plansQuery, type Subscription } from './calls';
import { PlanForm } from './plan-form';
import { texts } from './texts';
import type { Payer } from './upgrade-rule';

type Props = { payer: Payer; onClose: () => void };

/** Orders a plan or an upgrade. */
export default function UpgradeDialog({ payer, onClose }: Props) {
  const plans = useQuery(plansQuery(payer));
  const isPhone = useIsPhone();
  const done = useDone(payer, onClose);
  const hasPlan = plans.data?.state === 'ACTIVE' || plans.data?.state === 'TRIAL';
  return (
    <Modal
      opened
      onClose={onClose}
      title={plans.data && !hasPlan ? texts.chooseTitle : texts.upgradeTitle}
      size={modalWidths.large}
      fullScreen={isPhone}
    >
      {plans.data ? (
        <PlanForm payer={payer} plans={plans.data} onCancel={onClose} onDone={done} />
      ) : plans.isError ? (
        <p role="alert" className={classes.failure}>
          {plans.error.message || texts.plansFailed}
          <Button variant="default" size="compact-xs" onClick={() => void plans.refetch()}>
            Retry
          </Button>
        </p>
      ) : (
        <Skeleton height={320} radius={8} aria-hidden />
      )}
    </Modal>
  );
}

/** After the payment, opens a page that the plan has unlocked, if the user is on a billing page. */
function useDone(payer: Payer, onClose: () => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  return async (subscription: Subscription) => {
    onClose();
    toast.success(texts.upgraded(subscription.planName ?? ''));
    const { routes } = await queryClient.ensureQueryData(permissionsQuery);
    const to = afterUpgrade(pathname, payer, routes);
    if (to) await navigate({ to } as never);
  };
}

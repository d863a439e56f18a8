import '@/shared/ui/modal-styles';
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { modalWidths } from '@/shared/lib/constants';
import { day } from '@/shared/lib/format';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { toast } from '@/shared/ui/toasts/toast-store';
import classes from './billing.module.css';
import { type Subscription, useCancelPlan } from './calls';
import { texts } from './texts';

type Form = { reason: string };
const resolver = schemaResolver<Form>(z.object({ reason: z.string().trim().min(1, texts.reasonRequired).max(500) }));

/** Cancels a plan and records the reason. */
export default function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const form = useForm<Form>({ defaultValues: { reason: '' }, resolver });
  const cancelling = useCancelPlan();
  const until = subscription.state === 'TRIAL' ? subscription.trialEndsOn : subscription.periodEndsOn;
  const cancel = ({ reason }: Form) =>
    cancelling.mutate(
      { body: { payer: subscription.payer, reason }, version: subscription.version },
      {
        onSuccess: () => {
          toast.success(texts.cancelled);
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={texts.cancelTitle} size={modalWidths.small}>
      <form noValidate className={classes.order} onSubmit={form.handleSubmit(cancel)}>
        <p className={classes.plain}>
          {until && subscription.state !== 'PAST_DUE' ? texts.cancelText(day(until)) : texts.cancelTextNow}
        </p>
        <Textarea
          label={texts.reason}
          description={texts.reasonHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          data-autofocus
          rows={3}
          maxLength={500}
          {...form.register('reason')}
          error={form.formState.errors.reason?.message}
        />
        <div role="alert" className={classes.problem}>
          {cancelling.error?.message}
        </div>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {texts.keepPlan}
          </Button>
          <Button type="submit" loading={cancelling.isPending}>
            {texts.cancelPlan}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

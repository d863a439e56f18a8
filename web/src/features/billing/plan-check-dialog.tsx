import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { modalWidths } from '@/shared/lib/constants';
import classes from './billing.module.css';
import type { BillingStatus } from './billing-status';
import { texts } from './texts';

type Props = { banner: NonNullable<BillingStatus['banner']>; onClose: () => void };

/** Explains why an action isn't possible, and links to billing. */
export default function PlanCheckDialog({ banner, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={texts.checkTitle} size={modalWidths.small}>
      <p className={classes.plain}>{banner.text}</p>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {texts.checkClose}
        </Button>
        {banner.billingLink && (
          <Button renderRoot={(props) => <Link to={banner.billingLink as never} {...props} onClick={onClose} />}>
            {texts.restrictedAction.billing}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

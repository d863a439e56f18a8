import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { Link } from '@tanstack/react-router';
import classes from './billing.module.css';
import type { BillingStatus } from './calls';
import { texts } from './texts';

/** Under the header, for whom nothing can be made until somebody pays: why, and where to see to it. */
export function RestrictedNotice({ status }: { status: BillingStatus | undefined }) {
  if (!status?.restricted || !status.banner) return null;
  const { text, billingLink } = status.banner;
  return (
    <section className={classes.restricted} aria-label={texts.title}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>{text}</span>
      {billingLink && <Link to={billingLink as never}>{texts.restrictedAction.billing}</Link>}
    </section>
  );
}

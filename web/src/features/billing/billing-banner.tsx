import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { Banner } from '@/shared/ui/banner';
import type { BillingStatus } from './billing-status';
import { shellTexts as texts } from './shell-texts';

const ContactAdmin = onDemand(() => import('./contact-admin'));

type BannerData = NonNullable<BillingStatus['banner']>;

/** Label of the button that opens billing, by banner key. */
const payTexts: Partial<Record<BannerData['key'], string>> = {
  TRIAL: texts.choosePlan,
  PAST_DUE: texts.updateBilling,
  PENDING_LICENSE: texts.payNow,
  CANCELED_COMPANY_PAID_SUB: texts.pay,
  CANCELED_COMPANY_PAID_NOSUB: texts.choosePlan,
  CANCELED_SELF_PAID_SUB: texts.renew,
  CANCELED_SELF_PAID_NOSUB: texts.choosePlan,
};

/** The billing status, with a button to resolve it. */
export default function BillingBanner({ banner }: { banner: BannerData }) {
  const { key, text, billingLink, pendingLicenseMsg, bannerMode } = banner;
  const pay = payTexts[key];
  const managesUsers = key === 'PENDING_LICENSE' && bannerMode === 'company' && billingLink;
  return (
    <Banner
      label={texts.title}
      tone={key === 'TRIAL' || key === 'LO_ON_SUPPORT_SEAT' ? 'notice' : 'warning'}
      text={pendingLicenseMsg ? `${text} ${pendingLicenseMsg}` : text}
      links={
        <>
          {pay && billingLink && <Link to={billingLink as never}>{pay}</Link>}
          {managesUsers && <Link to="/app/settings/users">{texts.manageUsers}</Link>}
          {key === 'LO_ON_SUPPORT_SEAT' && <Link to="/app/settings/users">{texts.viewDetails}</Link>}
          {key.startsWith('CANCELED_') && (
            <Suspense>
              <ContactAdmin />
            </Suspense>
          )}
        </>
      }
    />
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { brandingOf } from '../branding/branding';
import { BrandingPage } from '../branding/branding-page';
import { companyQuery } from './companies';
import layout from './company-layout.module.css';

/** The branding of any company, for the provider. */
export function CompanyBranding({ companyId }: { companyId: number }) {
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  return (
    <div className={layout.form}>
      <BrandingPage branding={brandingOf('provider', companyId)} companyName={company.displayName} />
    </div>
  );
}

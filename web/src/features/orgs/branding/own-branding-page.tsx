import { useActiveUser } from '@/shared/session/me';
import { brandingOf } from './branding';
import { BrandingPage } from './branding-page';

/** The branding of the user's own company. */
export function OwnBrandingPage() {
  const { WizeOrgUnit } = useActiveUser();
  return <BrandingPage branding={brandingOf('company', WizeOrgUnit.id)} companyName={WizeOrgUnit.displayName} />;
}

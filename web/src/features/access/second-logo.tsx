import { useBrand } from '@/shared/brand/theme-record';

/** The extra logo of agent portals: the compliance logo, else the light logo. */
export function SecondLogo() {
  const { secondLogoUrl, company } = useBrand();
  return secondLogoUrl && <img src={secondLogoUrl} alt={company} height={32} />;
}

import classes from './rights-line.module.css';
import { useBrand } from './theme-record';

/** The copyright line, with the equal housing logo if the organization has one. */
export function RightsLine() {
  const { company, complianceLogoUrl } = useBrand();
  return (
    <span className={classes.line}>
      {complianceLogoUrl && <img src={complianceLogoUrl} alt="Equal Housing Opportunity" height={16} />}
      <span>
        © {new Date().getFullYear()} {company}. All rights reserved.
      </span>
    </span>
  );
}

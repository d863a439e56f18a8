import { Tooltip } from '@mantine/core';
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs';
import { useConfig } from '@/features/access/config';
import { IntegratedLenders } from '@/features/integrations/lenders/integrated-lenders';
import { OfficeHoursIcon } from '@/features/office-hours/office-hours-icon';
import { Announcements } from '@/features/widgets/announcements';
import { usePermission } from '@/shared/session/me';
import classes from './header.module.css';
import { texts } from './texts';

/** Links to lenders and support. Shows only those that this installation has an address for. */
export default function HeaderExtras() {
  const { links, features } = useConfig();
  const { officeHours, supportPortal } = links;
  const { announcements } = features;
  const isInApp = usePermission('APP');
  return (
    <div className={classes.extras}>
      {isInApp && <IntegratedLenders className={classes.icon ?? ''} />}
      {isInApp && announcements && <Announcements className={classes.icon ?? ''} />}
      {officeHours && <OfficeHoursIcon address={officeHours} className={classes.icon ?? ''} />}
      {supportPortal && (
        <Tooltip label={texts.supportPortal}>
          <a
            className={classes.icon}
            href={supportPortal}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={texts.supportPortal}
          >
            <IconLifebuoy size={18} />
          </a>
        </Tooltip>
      )}
    </div>
  );
}

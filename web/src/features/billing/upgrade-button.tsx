import { Button } from '@mantine/core';
import { useActiveUser } from '@/features/people/me';
import classes from './billing.module.css';
import { shellTexts as texts } from './shell-texts';
import { upgradePayer } from './upgrade-rule';
import { openUpgrade } from './use-upgrade';

/** In the header, for whoever can have a higher plan and pays for it. */
export function UpgradeButton() {
  const payer = upgradePayer(useActiveUser());
  if (!payer) return null;
  return (
    <Button variant="default" className={classes.upgrade} onClick={() => void openUpgrade(payer)}>
      {texts.upgrade}
    </Button>
  );
}

import { Button } from '@mantine/core';
import IconCircleArrowUp from '@tabler/icons-react/dist/esm/icons/IconCircleArrowUp.mjs';
import { useActiveUser } from '@/shared/session/me';
import classes from './billing.module.css';
import { shellTexts as texts } from './shell-texts';
import { upgradePayer } from './upgrade-rule';
import { openUpgrade } from './use-upgrade';

/** A header button for users who pay for a plan and can upgrade it. */
export function UpgradeButton() {
  const payer = upgradePayer(useActiveUser());
  if (!payer) return null;
  return (
    <Button
      variant="default"
      className={classes.upgrade}
      aria-label={texts.upgrade}
      onClick={() => void openUpgrade(payer)}
    >
      <IconCircleArrowUp className={classes.upgradeIcon} size={16} aria-hidden />
      <span>{texts.upgrade}</span>
    </Button>
  );
}

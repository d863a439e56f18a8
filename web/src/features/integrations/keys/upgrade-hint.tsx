import { Button } from '@mantine/core';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import { upgradePayer } from '@/features/billing/upgrade-rule';
import { openUpgrade } from '@/features/billing/use-upgrade';
import { useActiveUser } from '@/shared/session/me';
import { EmptyState } from '@/shared/ui/empty-state';
import type { KeyOwner } from './key-calls';
import { texts } from './texts';

/** Explains API keys to users without a Pro plan, with an upgrade button for those who can buy one. */
export function UpgradeHint({ owner }: { owner: KeyOwner }) {
  const payer = upgradePayer(useActiveUser());
  const text = payer ? texts.upgradeText[owner] : `${texts.upgradeText[owner]} ${texts.askAdmin}`;
  return (
    <EmptyState icon={<IconKey size={20} />} title={texts.upgradeTitle} text={text}>
      {payer && <Button onClick={() => void openUpgrade(payer)}>{texts.upgrade}</Button>}
    </EmptyState>
  );
}

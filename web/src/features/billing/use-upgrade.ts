import { confirmDiscard } from '@/shared/lib/unsaved-changes';
import { upgradeDialog } from './upgrade-dialog-store';
import type { Payer } from './upgrade-rule';

/** Asks about unsaved work, then opens the dialog. */
export async function openUpgrade(payer: Payer): Promise<void> {
  if (await confirmDiscard()) upgradeDialog.open(payer);
}

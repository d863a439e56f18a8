import { Suspense, useSyncExternalStore } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { upgradeDialog } from './upgrade-dialog-store';

const UpgradeDialog = onDemand(() => import('./upgrade-dialog'));

/** Shows the dialog in which a plan is chosen, wherever it was opened from. */
export function UpgradeHost() {
  const payer = useSyncExternalStore(upgradeDialog.subscribe, upgradeDialog.get);
  return <Suspense>{payer && <UpgradeDialog payer={payer} onClose={upgradeDialog.close} />}</Suspense>;
}

import { Suspense, useSyncExternalStore } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { upgradeDialog } from './upgrade-dialog-store';

const UpgradeDialog = onDemand(() => import('./upgrade-dialog'));

/** Renders the upgrade dialog when any page opens it. */
export function UpgradeHost() {
  const payer = useSyncExternalStore(upgradeDialog.subscribe, upgradeDialog.get);
  return <Suspense>{payer && <UpgradeDialog payer={payer} onClose={upgradeDialog.close} />}</Suspense>;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConfig } from '@/features/access/config';
import { newLoanDialog, openNewLoan } from '@/features/loans/create/new-loan-dialog';
import { announcedFiles } from './announced';
import { fetchLatest, followOtherTabs, onSettled, shownBatch } from './polling';

/**
 * Takes up a bulk import where this person left it: one that is set up is shown again, one that is under way is followed.
 * What was over before this tab came is told to nobody.
 */
export default function BulkImportWatch() {
  const times = useConfig().bulkImport;
  const queryClient = useQueryClient();

  useEffect(() => {
    const takeUp = async () => {
      const latest = await fetchLatest(times);
      if (latest?.status !== 'SETUP') return;
      const names = latest.MismoImportBatchItems.map(({ fileName }) => fileName);
      if (names.length === 0 && announcedFiles.missing(latest._id, names).length === 0) return;
      shownBatch.set(latest);
      if (!newLoanDialog.get()) void openNewLoan({ tab: 'mismo' });
    };
    takeUp().catch((error) => console.error('The last bulk import could not be read', error));
    const unfollow = followOtherTabs(times);
    const unlisten = onSettled(() => {
      void queryClient.invalidateQueries({ queryKey: ['loans'] });
      void queryClient.invalidateQueries({ queryKey: ['borrowers'] });
    });
    return () => {
      unfollow();
      unlisten();
    };
  }, [times, queryClient]);

  return null;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConfig } from '@/features/access/config';
import { announcedFiles } from '@/features/bulk-imports/announced';
import { fetchLatest, followOtherTabs, onSettled, shownBatch } from '@/features/bulk-imports/polling';
import { newLoanDialog, openNewLoan } from '@/features/loans/create/new-loan-dialog';

/**
 * Resumes the user's bulk import: shows a batch that hasn't started, and polls a running one. Doesn't report batches
 * that ended before this tab opened.
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

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentChoice } from '@/api/org-unit';
import { loadBatch, markSeen, type UnseenBatch, unseenQuery } from '@/features/bulk-imports/batch';
import { onSettled, shownBatch } from '@/features/bulk-imports/polling';
import { underWayNotice, useBulkProgress } from '@/features/bulk-imports/progress';
import { errorMessage } from '@/features/bulk-imports/sending';
import { texts } from '@/features/bulk-imports/texts';
import { openNewLoan } from '@/features/loans/create/new-loan-dialog';
import { Banner } from '@/shared/ui/banner';
import { toast } from '@/shared/ui/toasts/toast-store';

/** Milliseconds between checks of imports in other branches. This branch's own import is already polled. */
const otherBranchMs = 5000;

/** Shows failed imports in any branch until their owner has seen them. */
export default function UnseenBanner() {
  const queryClient = useQueryClient();
  const here = currentChoice()?.orgUnit;
  const { data = [] } = useQuery({
    ...unseenQuery,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status, orgUnitId }) => status === 'IN_PROGRESS' && orgUnitId !== here) && otherBranchMs,
  });
  useEffect(() => onSettled(() => void queryClient.invalidateQueries(unseenQuery)), [queryClient]);
  const failed = data.filter(({ status }) => status === 'COMPLETED');
  return failed.map((batch) => <Unseen key={batch._id} batch={batch} />);
}

function Unseen({ batch: { _id, orgUnitName, failed, files } }: { batch: UnseenBatch }) {
  const queryClient = useQueryClient();
  const isUnderWay = useBulkProgress() !== null;
  const show = async () => {
    try {
      shownBatch.set(await loadBatch(_id));
      void openNewLoan({ tab: 'mismo' });
    } catch (error) {
      toast.error(errorMessage(error));
    }
  };
  const dismiss = async () => {
    try {
      await markSeen(_id);
      await queryClient.invalidateQueries(unseenQuery);
    } catch (error) {
      toast.error(errorMessage(error));
    }
  };
  return (
    <Banner
      label={texts.unseenLabel}
      tone="warning"
      text={texts.unseen(orgUnitName, failed, files)}
      links={
        <Button
          variant="default"
          size="compact-xs"
          disabled={isUnderWay}
          title={isUnderWay ? underWayNotice : undefined}
          onClick={() => void show()}
        >
          {texts.showUnseen}
        </Button>
      }
      closeLabel={texts.dismissUnseen}
      onClose={() => void dismiss()}
    />
  );
}

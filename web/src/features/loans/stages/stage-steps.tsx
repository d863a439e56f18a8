import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { toast } from '@/shared/ui/toasts/toast-store';
import { StageName } from '../stage';
import { type OfferedStage, type Standing, stagesQuery, tellRefusal, useStageMove } from './stages';
import { texts } from './texts';

const StageDialog = lazy(() => import('./stage-dialog'));

/** Takes loans to stages: at once where nothing is asked, else through the dialog that asks. */
export function useStageSteps(): {
  go: (loan: Standing, to: OfferedStage) => void;
  isPending: boolean;
  dialog: ReactNode;
} {
  const move = useStageMove();
  const [asked, setAsked] = useState<{ loan: Standing; to: OfferedStage } | null>(null);
  const go = (loan: Standing, to: OfferedStage) => {
    if (to.step !== 'Move') return setAsked({ loan, to });
    move.mutate(
      { loan, move: { stageId: to.stage.id } },
      { onSuccess: () => toast.success(texts.moved(to.stage.name)), onError: tellRefusal },
    );
  };
  const dialog = (
    <Suspense>{asked && <StageDialog loan={asked.loan} to={asked.to} onClose={() => setAsked(null)} />}</Suspense>
  );
  return { go, isPending: move.isPending, dialog };
}

const groups = [
  { label: texts.moveTo, steps: ['Move', 'Fund'] },
  { label: texts.end, steps: ['End'] },
  { label: texts.reopen, steps: ['Reopen'] },
] as const;

/** The stages to which a loan can go, as entries of a menu. */
export function StageItems({ loanId, onChoose }: { loanId: number; onChoose: (to: OfferedStage) => void }) {
  const stages = useQuery(stagesQuery(loanId));
  const offered = stages.data?.offered;
  if (!offered) return <Menu.Label>{stages.isError ? stages.error.message : texts.loading}</Menu.Label>;
  if (offered.length === 0) return <Menu.Label>{texts.nowhere}</Menu.Label>;
  return groups.map(({ label, steps }) => {
    const ways = offered.filter(({ step }) => (steps as readonly string[]).includes(step));
    return (
      ways.length > 0 && (
        <div key={label}>
          <Menu.Label>{label}</Menu.Label>
          {ways.map((to) => (
            <Menu.Item key={to.stage.id} onClick={() => onChoose(to)}>
              <StageName stage={to.stage} />
            </Menu.Item>
          ))}
        </div>
      )
    );
  });
}

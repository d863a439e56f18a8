import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { StageName } from '@/shared/records/stage-name';
import { toast } from '@/shared/ui/toasts/toast-store';
import { heldBy } from './held';
import type { Held } from './held-dialog';
import { type MovableLoan, type OfferedStage, type StageMove, showRefusal, stagesQuery, useStageMove } from './stages';
import { texts } from './texts';

const StageDialog = onDemand(() => import('./stage-dialog'));
const HeldDialog = onDemand(() => import('./held-dialog'));

/** Moves loans to stages, directly or through the dialog that asks for details. */
export function useStageSteps(): {
  go: (loan: MovableLoan, to: OfferedStage) => void;
  isPending: boolean;
  dialog: ReactNode;
} {
  const move = useStageMove();
  const [asked, setAsked] = useState<{ loan: MovableLoan; to: OfferedStage } | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const hold = (loan: MovableLoan, { stage }: OfferedStage, request: StageMove, error: Error) => {
    const items = heldBy(error);
    if (items.length > 0) setHeld({ loan, to: stage, move: request, items });
    return items.length > 0;
  };
  const go = (loan: MovableLoan, to: OfferedStage) => {
    if (to.step !== 'Move') return setAsked({ loan, to });
    const request = { stageId: to.stage.id };
    move.mutate(
      { loan, move: request },
      {
        onSuccess: () => toast.success(texts.moved(to.stage.name)),
        onError: (error) => {
          if (!hold(loan, to, request, error)) showRefusal(error);
        },
      },
    );
  };
  const dialog = (
    <Suspense>
      {asked && (
        <StageDialog
          loan={asked.loan}
          to={asked.to}
          onHeld={(request, error) => {
            if (hold(asked.loan, asked.to, request, error)) setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {held && <HeldDialog held={held} onClose={() => setHeld(null)} />}
    </Suspense>
  );
  return { go, isPending: move.isPending, dialog };
}

const groups = [
  { label: texts.moveTo, steps: ['Move', 'Fund'] },
  { label: texts.end, steps: ['End'] },
  { label: texts.reopen, steps: ['Reopen'] },
] as const;

/** Menu items for the stages to which a loan can move. */
export function StageItems({ loanId, onChoose }: { loanId: number; onChoose: (to: OfferedStage) => void }) {
  const stages = useQuery(stagesQuery(loanId));
  // Doesn't show stale stages: an item that disappears while it has the focus closes the menu.
  const offered = stages.isStale && !stages.isFetchedAfterMount ? undefined : stages.data?.offered;
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

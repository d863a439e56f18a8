import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Loan } from '@/api/types';
import { toast } from '@/shared/ui/toasts/toast-store';
import { StageName, StageWithDays } from '../stage';
import { type OfferedStage, stagesQuery, useStageMove } from './stages';
import classes from './stages.module.css';
import { texts } from './texts';

const StageDialog = lazy(() => import('./stage-dialog'));

const groups = [
  { label: texts.moveTo, steps: ['Move', 'Fund'] },
  { label: texts.end, steps: ['End'] },
  { label: texts.reopen, steps: ['Reopen'] },
] as const;

/** Where the loan stands; for who may move it, the way to where it can go. */
export function StageMenu({ loan }: { loan: Loan }) {
  const offered = useQuery(stagesQuery(loan.id)).data?.offered ?? [];
  const move = useStageMove();
  const [asked, setAsked] = useState<OfferedStage | null>(null);
  const standing = <StageWithDays stage={loan.stage} since={loan.stageSince} />;
  const choose = (to: OfferedStage) => {
    if (to.step !== 'Move') return setAsked(to);
    move.mutate(
      { loan, move: { stageId: to.stage.id } },
      { onSuccess: () => toast.success(texts.moved(to.stage.name)), onError: ({ message }) => toast.error(message) },
    );
  };
  if (offered.length === 0) return standing;
  return (
    <>
      <Menu menuItemTabIndex={0} position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            className={classes.target}
            aria-label={texts.change(loan.stage.name)}
            loading={move.isPending}
            rightSection={<IconChevronDown size={14} />}
          >
            {standing}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown}>
          {groups.map(({ label, steps }) => {
            const stages = offered.filter(({ step }) => (steps as readonly string[]).includes(step));
            return (
              stages.length > 0 && (
                <div key={label}>
                  <Menu.Label>{label}</Menu.Label>
                  {stages.map((to) => (
                    <Menu.Item key={to.stage.id} onClick={() => choose(to)}>
                      <StageName stage={to.stage} />
                    </Menu.Item>
                  ))}
                </div>
              )
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <Suspense>{asked && <StageDialog loan={loan} to={asked} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}

import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useQuery } from '@tanstack/react-query';
import type { Loan } from '@/api/types';
import { StageWithDays } from '@/shared/records/stage-name';
import { StageItems, useStageSteps } from './stage-steps';
import { stagesQuery } from './stages';
import classes from './stages.module.css';
import { texts } from './texts';

/** The loan's stage. Users with permission to move the loan get a menu of its next stages. */
export function StageMenu({ loan }: { loan: Loan }) {
  const offered = useQuery(stagesQuery(loan.id)).data?.offered ?? [];
  const { go, isPending, dialog } = useStageSteps();
  const stage = <StageWithDays stage={loan.stage} since={loan.stageSince} />;
  if (offered.length === 0) return stage;
  return (
    <>
      <Menu menuItemTabIndex={0} position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            className={classes.target}
            aria-label={texts.change(loan.stage.name)}
            loading={isPending}
            rightSection={<IconChevronDown size={14} />}
          >
            {stage}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown}>
          <StageItems loanId={loan.id} onChoose={(to) => go(loan, to)} />
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}

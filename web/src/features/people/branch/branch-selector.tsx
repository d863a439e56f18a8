import { Button, Popover } from '@mantine/core';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useState } from 'react';
import { currentChoice } from '@/api/org-unit';
import { useActiveUser } from '@/shared/session/me';
import { BranchList } from './branch-list';
import classes from './branch-selector.module.css';
import { hasBranches } from './branches';
import { texts } from './texts';

/** The active branch, for users with more than one. */
export function BranchSelector() {
  const user = useActiveUser();
  const [isOpen, setOpen] = useState(false);
  if (!hasBranches(user)) return null;
  const name = currentChoice()?.consolidated ? texts.all : user.WizeOrgUnit.displayName;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={260}
      position="bottom-end"
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes.target}
          aria-label={texts.active(name)}
          leftSection={<IconBuilding size={16} />}
          rightSection={<IconChevronDown size={14} />}
          onClick={() => setOpen(!isOpen)}
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <BranchList onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

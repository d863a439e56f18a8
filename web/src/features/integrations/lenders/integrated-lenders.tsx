import '@mantine/core/styles/Popover.layer.css';
import { Popover, Tooltip } from '@mantine/core';
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs';
import { useState } from 'react';
import classes from './integrated.module.css';
import { LenderFinder } from './lender-finder';
import { texts } from './texts';

/** A header button that opens the list of integrated lenders. */
export function IntegratedLenders({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom"
      width="var(--width)"
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Tooltip label={texts.integrated} disabled={isOpen}>
        <Popover.Target>
          <button type="button" className={className} aria-label={texts.integrated} onClick={() => setOpen(!isOpen)}>
            <IconBuildingBank size={18} />
          </button>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={texts.integrated}>
        <LenderFinder />
      </Popover.Dropdown>
    </Popover>
  );
}

import { ActionIcon, Popover } from '@mantine/core';
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import { useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import type { ColumnsProps } from './columns-list';
import { texts } from './texts';
import classes from './view-bar.module.css';

const ColumnsList = onDemand(() => import('./columns-list'));

/** Edits the table's columns: visibility, order, width and freezing. */
export function ColumnsEditor(props: ColumnsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md" width={340}>
      <Popover.Target>
        <ActionIcon
          variant="default"
          aria-label={texts.columns}
          title={texts.columns}
          aria-expanded={isOpen}
          onMouseEnter={ColumnsList.ready}
          onFocus={ColumnsList.ready}
          onClick={async () => {
            await ColumnsList.ready();
            setOpen((before) => !before);
          }}
        >
          <IconColumns3 size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.columns} aria-label={texts.columns}>
        <ColumnsList {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

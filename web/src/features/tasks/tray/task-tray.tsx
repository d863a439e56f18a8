import '@mantine/core/styles/Popover.layer.css';
import { ActionIcon, Button, CloseButton, Popover } from '@mantine/core';
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import IconFiles from '@tabler/icons-react/dist/esm/icons/IconFiles.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { type ComponentType, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { holdUnsavedWork } from '@/shared/lib/unsaved-changes';
import { type DockDialog, dockedOf, dockStore, type ModalType } from '@/shared/ui/dock/dock-store';
import { openNewTask, reopenTasks } from '../open-task';
import { texts } from '../texts';
import classes from './task-tray.module.css';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

const docks: readonly { type: ModalType; Icon: ComponentType<{ size?: number }> }[] = [
  { type: 'document', Icon: IconFiles },
  { type: 'task', Icon: IconChecklist },
];

/** Docked dialogs live as long as the document: they survive navigation, but not a reload or a sign-out. */
const docked = {
  isDirty: () => dockStore.get().some(({ isDocked }) => isDocked),
  discard: () => {
    for (const { key, isDocked } of dockStore.get()) if (isDocked) dockStore.close(key);
  },
  outlivesPage: true,
};

/** The bar at the bottom of the window with docked dialogs and a button for a new task. It renders open ones too. */
export default function TaskTray() {
  const dialogs = useSyncExternalStore(dockStore.subscribe, dockStore.get);
  const [closing, setClosing] = useState<DockDialog | null>(null);
  useEffect(reopenTasks, []);
  useEffect(() => holdUnsavedWork(docked), []);
  return (
    <>
      <section className={classes.tray} aria-label={texts.tray}>
        {docks.map(({ type, Icon }) => (
          <Dock key={type} type={type} Icon={Icon} docked={dockedOf(dialogs, type)} onClose={setClosing} />
        ))}
        <ActionIcon
          variant="default"
          size={30}
          radius={15}
          aria-label={texts.addNew}
          title={texts.addNew}
          onClick={() => openNewTask()}
        >
          <IconPlus size={16} />
        </ActionIcon>
      </section>
      {dialogs.map((dialog) => (
        <Suspense key={dialog.key}>
          <dialog.Content dialog={dialog} />
        </Suspense>
      ))}
      <Suspense>
        {closing && (
          <ConfirmDialog
            title={texts.unsavedTitle}
            question={texts.unsaved}
            no={texts.no}
            yes={texts.yes}
            onAnswer={(isSure) => {
              if (isSure) dockStore.close(closing.key);
              setClosing(null);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

type DockProps = {
  type: ModalType;
  Icon: ComponentType<{ size?: number }>;
  docked: readonly DockDialog[];
  onClose: (dialog: DockDialog) => void;
};

/** Docked dialogs of one kind. A single one opens directly, several are listed. */
function Dock({ type, Icon, docked, onClose }: DockProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = docked;
  if (!first) return null;
  const name = texts.docks[type];
  const isList = docked.length > 1;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          radius={15}
          leftSection={<Icon size={16} />}
          aria-label={texts.docked(name, docked.length)}
          onClick={() => (isList ? setOpen(!isOpen) : dockStore.toggle(first.key))}
        >
          {name} <span className={classes.count}>{docked.length}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.list ?? ''}>
        <ul aria-label={name}>
          {docked.map((dialog) => (
            <li key={dialog.key}>
              <button
                type="button"
                className={classes.entry}
                onClick={() => {
                  setOpen(false);
                  dockStore.toggle(dialog.key);
                }}
              >
                <dialog.dockIcon size={16} />
                <span>{dialog.dockTitle}</span>
              </button>
              <CloseButton size="sm" aria-label={texts.closeDialog(dialog.dockTitle)} onClick={() => onClose(dialog)} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

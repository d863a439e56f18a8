import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import type { CompanyList, ListEntry } from './company-list';
import classes from './list-card.module.css';
import { texts } from './texts';

type Props = {
  entry: ListEntry;
  kind: CompanyList['kinds'][number] | undefined;
  onEdit: (entry: ListEntry) => void;
  onRetire: (entry: ListEntry) => void;
  onRemove: (entry: ListEntry) => void;
  /** Moves the entry one position up or down. Undefined at that end of the list. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

/** An entry with drag handle, name, kind and actions. */
export function EntryRow({ entry, kind, onEdit, onRetire, onRemove, onUp, onDown }: Props) {
  const minutes = entry.targetMinutes ?? kind?.targetMinutes;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: entry.id,
  });
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragged={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <UnstyledButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className={classes.handle}
        aria-label={texts.move(entry.name)}
      >
        <IconGripVertical size={15} aria-hidden />
      </UnstyledButton>
      <UnstyledButton className={classes.name} onClick={() => onEdit(entry)}>
        {entry.name}
      </UnstyledButton>
      <span className={classes.kind}>{kind?.name === entry.name ? '' : kind?.name}</span>
      <span className={classes.loans}>
        {entry.loans ? texts.loans(entry.loans) : ''}
        {minutes ? texts.unworkedAfter(minutes) : ''}
      </span>
      <Menu position="bottom-end" width={160} menuItemTabIndex={0}>
        <Menu.Target>
          <ActionIcon aria-label={texts.more(entry.name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onEdit(entry)}>{texts.editEntry}</Menu.Item>
          <Menu.Item disabled={!onUp} onClick={onUp}>
            {texts.moveUp}
          </Menu.Item>
          <Menu.Item disabled={!onDown} onClick={onDown}>
            {texts.moveDown}
          </Menu.Item>
          <Menu.Item onClick={() => onRetire(entry)}>{texts.retire}</Menu.Item>
          <Menu.Item onClick={() => onRemove(entry)}>{texts.remove}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

import { ActionIcon, Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { AsidePanel } from '../aside-panel';
import { useBorrowerNames } from '../fields/check-fields';
import { useForm, useFormValue } from '../form-context';
import { useFocusField, useSelection } from '../selection';
import { texts } from '../texts';
import { addBorrower, joinBorrowers, moveBorrower, separateBorrower } from './borrower-edits';
import classes from './borrowers-panel.module.css';

const RemoveDialog = onDemand(() => import('./remove-borrower-dialog'));

/** The borrowers in their order: choose, add, move, join and remove them. */
export function BorrowersPanel() {
  const { store, isReadOnly } = useForm();
  const names = useBorrowerNames();
  const { borrower, choose } = useSelection();
  const focusField = useFocusField();
  const [removed, setRemoved] = useState<string | null>(null);
  const add = () => {
    const id = addBorrower(store);
    setTimeout(() => focusField(`borrowers/${id}/firstName`));
  };
  return (
    <AsidePanel title={texts.borrowers}>
      <ol className={classes.list}>
        {names.map(({ value, label }, at) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === borrower}
              className={classes.name}
              onClick={() => choose({ borrower: value })}
            >
              {label}
              <BorrowerNote id={value} isPrimary={at === 0} />
            </button>
            {!isReadOnly && names.length > 1 && <BorrowerMenu id={value} at={at} onRemove={() => setRemoved(value)} />}
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <Button variant="subtle" size="compact-xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {texts.addBorrower}
        </Button>
      )}
      <Suspense>{removed && <RemoveDialog id={removed} onClose={() => setRemoved(null)} />}</Suspense>
    </AsidePanel>
  );
}

/** Whether someone is the primary borrower, and with whom they apply. */
function BorrowerNote({ id, isPrimary }: { id: string; isPrimary: boolean }) {
  const names = useBorrowerNames();
  const partner = useFormValue(({ value }) => value(`borrowers/${id}/jointWith`));
  const joint = names.find(({ value }) => value === partner)?.label;
  const note = [isPrimary && texts.primary, joint && texts.jointWith(joint)].filter(Boolean).join(', ');
  return note === '' ? null : <span className={classes.note}>{note}</span>;
}

type MenuProps = { id: string; at: number; onRemove: () => void };

function BorrowerMenu({ id, at, onRemove }: MenuProps) {
  const { store } = useForm();
  const names = useBorrowerNames();
  const partner = useFormValue(({ value }) => value(`borrowers/${id}/jointWith`));
  const name = names[at]?.label ?? '';
  return (
    <Menu position="bottom-end" menuItemTabIndex={0}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={texts.borrowerMenu(name)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {at > 0 && <Menu.Item onClick={() => moveBorrower(store, id, 0)}>{texts.makePrimary}</Menu.Item>}
        {at > 1 && <Menu.Item onClick={() => moveBorrower(store, id, at - 1)}>{texts.moveUp(name)}</Menu.Item>}
        {at < names.length - 1 && (
          <Menu.Item onClick={() => moveBorrower(store, id, at + 1)}>{texts.moveDown(name)}</Menu.Item>
        )}
        {names
          .filter(({ value }) => value !== id && value !== partner)
          .map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => joinBorrowers(store, id, value)}>
              {texts.applyJointly(label)}
            </Menu.Item>
          ))}
        {typeof partner === 'string' && (
          <Menu.Item onClick={() => separateBorrower(store, id)}>{texts.applySeparately}</Menu.Item>
        )}
        <Menu.Item onClick={onRemove}>{texts.removeLabel(name)}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

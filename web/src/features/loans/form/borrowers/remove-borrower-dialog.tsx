import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { modalWidths } from '@/shared/lib/constants';
import { itemTitle } from '../catalog';
import { useBorrowerNames } from '../fields/check-fields';
import { useForm } from '../form-context';
import { texts } from '../texts';
import { removeBorrower, soleItems } from './borrower-edits';
import classes from './remove-borrower-dialog.module.css';

/** Removes a borrower, and asks what happens to items without another owner. */
export default function RemoveBorrowerDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { store } = useForm();
  const names = useBorrowerNames();
  const [items] = useState(() => soleItems(store.application, id));
  const [heir, setHeir] = useState<string | null>(null);
  const name = names.find(({ value }) => value === id)?.label ?? '';
  const heirs = names.filter(({ value }) => value !== id);
  const choices = [
    { value: null, label: texts.removeItems },
    ...heirs.map((one) => ({ ...one, label: texts.moveTo(one.label) })),
  ];
  const remove = () => {
    onClose();
    removeBorrower(store, id, heir);
  };
  return (
    <Modal opened onClose={onClose} title={texts.removeLabel(name)} size={modalWidths.small}>
      <p className={classes.text}>{texts.removeBorrower(name)}</p>
      {items.length > 0 && (
        <fieldset className={classes.choices}>
          <legend>{texts.soleItems(name)}</legend>
          <ul>
            {items.map(({ list, item }) => (
              <li key={item.id}>{itemTitle(list, item)}</li>
            ))}
          </ul>
          {choices.map(({ value, label }) => (
            <label key={label}>
              <input type="radio" name="heir" checked={heir === value} onChange={() => setHeir(value)} />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button onClick={remove}>{texts.removeLabel(name)}</Button>
      </Group>
    </Modal>
  );
}

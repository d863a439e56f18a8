import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Conflict, FieldEdit } from '@/api/types';
import { modalWidths } from '@/shared/lib/constants';
import { dayAndTime, phone } from '@/shared/lib/format';
import type { Choice } from './edits';
import classes from './loan-info-page.module.css';
import type { EditableField } from './sections/section';
import { texts } from './texts';

type Props = {
  fields: readonly EditableField[];
  edits: readonly FieldEdit[];
  conflicts: readonly Conflict[];
  onDecided: (choices: Record<string, Choice>) => void;
  onClose: () => void;
};

/** Two people changed the same field: both values, who and when, and the choice. One field at a time. */
export default function ConflictDialog({ fields, edits, conflicts, onDecided, onClose }: Props) {
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const at = Object.keys(choices).length;
  const conflict = conflicts[at];
  if (!conflict) return null;
  const field = fields.find(({ path }) => path === conflict.path);
  const mine = edits.find(({ path }) => path === conflict.path)?.to;

  const decide = (choice: Choice) => {
    const decided = { ...choices, [conflict.path]: choice };
    setChoices(decided);
    if (Object.keys(decided).length === conflicts.length) onDecided(decided);
  };
  return (
    <Modal opened onClose={onClose} title={texts.conflictTitle} size={modalWidths.small}>
      <p className={classes.conflictText}>
        {texts.conflict(conflict.changedBy ?? texts.somebody, dayAndTime(conflict.changedAt))}
        {conflicts.length > 1 && ` (${texts.conflictOf(at + 1, conflicts.length)})`}
      </p>
      <h3 className={classes.conflictField}>{field?.label}</h3>
      <dl className={classes.conflictValues}>
        <div>
          <dt>{texts.yours}</dt>
          <dd>{textOf(field, mine)}</dd>
        </div>
        <div>
          <dt>{texts.theirs}</dt>
          <dd>{textOf(field, conflict.value)}</dd>
        </div>
      </dl>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={() => decide('theirs')}>
          {texts.useTheirs}
        </Button>
        <Button data-autofocus onClick={() => decide('mine')}>
          {texts.keepMine}
        </Button>
      </Group>
    </Modal>
  );
}

function textOf(field: EditableField | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.empty;
  const text = String(value);
  if (field?.kind === 'phone') return phone(text);
  return field?.choices?.find((choice) => choice.value === text)?.label ?? text;
}

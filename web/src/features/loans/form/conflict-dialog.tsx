import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { modalWidths } from '@/shared/lib/constants';
import { dayAndTime } from '@/shared/lib/format';
import { fieldAt, labelOf } from './catalog';
import classes from './conflict-dialog.module.css';
import { useForm } from './form-context';
import type { OpenConflict } from './form-store';
import { shownText } from './shown-text';
import { texts } from './texts';

/** Two people changed the same field: both values, who and when, and the choice. One field at a time. */
export default function ConflictDialog({ conflict, count }: { conflict: OpenConflict; count: number }) {
  const { store } = useForm();
  const { path, mine, value, changedBy, changedAt } = conflict;
  const field = fieldAt(path) ?? { kind: 'text', list: '' };
  const text = (shown: unknown) => shownText(field, shown, store.application) || texts.empty;
  return (
    <Modal opened onClose={() => store.decide(path, false)} title={texts.conflictTitle} size={modalWidths.small}>
      <p className={classes.text}>
        {texts.conflict(changedBy ?? texts.somebody, dayAndTime(changedAt))}
        {count > 1 && ` ${texts.moreConflicts(count - 1)}`}
      </p>
      <h3 className={classes.field}>{labelOf(store.application, path)}</h3>
      <dl className={classes.values}>
        <div>
          <dt>{texts.yours}</dt>
          <dd>{text(mine)}</dd>
        </div>
        <div>
          <dt>{texts.theirs}</dt>
          <dd>{text(value)}</dd>
        </div>
      </dl>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={() => store.decide(path, false)}>
          {texts.useTheirs}
        </Button>
        <Button data-autofocus onClick={() => store.decide(path, true)}>
          {texts.keepMine}
        </Button>
      </Group>
    </Modal>
  );
}

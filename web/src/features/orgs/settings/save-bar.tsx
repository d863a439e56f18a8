import { Button } from '@mantine/core';
import { texts } from './texts';
import classes from './unit-form.module.css';

type Props = {
  isSaving: boolean;
  /** Why the last attempt failed. */
  notice: string | null;
  onDiscard: () => void;
};

/** Always visible while there are unsaved changes. */
export function SaveBar({ isSaving, notice, onDiscard }: Props) {
  return (
    <div className={classes.bar}>
      <span role={notice ? 'alert' : 'status'} data-notice={Boolean(notice)}>
        {notice ?? texts.unsaved}
      </span>
      <Button variant="default" disabled={isSaving} onClick={onDiscard}>
        {texts.discard}
      </Button>
      <Button type="submit" loading={isSaving}>
        {texts.save}
      </Button>
    </div>
  );
}

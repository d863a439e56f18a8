import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  /** Label of the submit button. */
  submit: ReactNode;
  /** The form is being submitted. */
  loading: boolean;
  /** The form can't be submitted in its current state. */
  disabled?: boolean;
  onCancel: () => void;
};

/** Buttons of a dialog's form: Cancel and submit. */
export function DialogFoot({ submit, loading, disabled = false, onCancel }: Props) {
  return (
    <Group justify="flex-end" gap={8} mt={20}>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={disabled} loading={loading}>
        {submit}
      </Button>
    </Group>
  );
}

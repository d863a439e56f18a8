import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  /** What the form does. */
  submit: ReactNode;
  /** It is being done. */
  loading: boolean;
  /** It can't be done as the form stands. */
  disabled?: boolean;
  onCancel: () => void;
};

/** How a dialog's form ends: with nothing done, or by what it is for. */
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

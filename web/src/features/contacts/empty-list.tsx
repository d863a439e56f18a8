import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { EmptyState } from '@/shared/ui/empty-state';

type Words = {
  emptyTitle: string;
  empty: string;
  noMatchTitle: string;
  noMatch: string;
  clear: string;
  failedTitle: string;
  retry: string;
  add: string;
};

type Props = {
  words: Words;
  error: Error | null;
  isNarrowed: boolean;
  onRetry: () => void;
  onClear: () => void;
  onAdd: () => void;
};

/** Explains why a list of people is empty, and offers the next step. */
export function EmptyList({ words, error, isNarrowed, onRetry, onClear, onAdd }: Props) {
  if (error) {
    return (
      <EmptyState icon={<IconAlertTriangle size={20} />} title={words.failedTitle} text={error.message}>
        <Button variant="default" onClick={onRetry}>
          {words.retry}
        </Button>
      </EmptyState>
    );
  }
  if (isNarrowed) {
    return (
      <EmptyState icon={<IconFilterOff size={20} />} title={words.noMatchTitle} text={words.noMatch}>
        <Button variant="default" onClick={onClear}>
          {words.clear}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<IconUsers size={20} />} title={words.emptyTitle} text={words.empty}>
      <Button onClick={onAdd}>{words.add}</Button>
    </EmptyState>
  );
}

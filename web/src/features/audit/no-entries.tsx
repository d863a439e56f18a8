import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { EmptyState } from '@/shared/ui/empty-state';
import { type AuditSearch, isFiltered } from './audit-search';
import { texts } from './texts';

type Props = { search: AuditSearch; error: Error | null; onRetry: () => void; onClear: () => void };

/** Why there are no entries, and the one thing to do about it. */
export function NoEntries({ search, error, onRetry, onClear }: Props) {
  if (error) {
    return (
      <EmptyState icon={<IconAlertTriangle size={20} />} title={texts.failedTitle} text={error.message}>
        <Button variant="default" onClick={onRetry}>
          {texts.retry}
        </Button>
      </EmptyState>
    );
  }
  if (isFiltered(search)) {
    return (
      <EmptyState icon={<IconFilterOff size={20} />} title={texts.noMatchTitle} text={texts.noMatch}>
        <Button variant="default" onClick={onClear}>
          {texts.clear}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconHistory size={20} />}
      title={texts.emptyTitle}
      text={search.view ? texts.noReveals : texts.empty}
    />
  );
}

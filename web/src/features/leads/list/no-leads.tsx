import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '@/shared/ui/empty-state';
import { useCanCreateLeads, useNewLead } from '../create/use-new-lead';
import { texts } from '../texts';
import { cleared, isFiltered, type LeadSearch, storeFilters } from './lead-search';

type Props = { search: LeadSearch; error: Error | null; onRetry: () => void };

/** Explains why the list is empty, and offers the next step. */
export function NoLeads({ search, error, onRetry }: Props) {
  const navigate = useNavigate({ from: '/app/leads/' });
  const mayCreate = useCanCreateLeads();
  const createLead = useNewLead();
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
    const clear = () => {
      storeFilters(cleared(search));
      void navigate({ search: cleared(search) });
    };
    return (
      <EmptyState icon={<IconFilterOff size={20} />} title={texts.noMatchTitle} text={texts.noMatch}>
        <Button variant="default" onClick={clear}>
          {texts.clearFilter}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<IconUserPlus size={20} />} title={texts.emptyTitle} text={texts.empty}>
      {mayCreate && <Button onClick={() => void createLead()}>{texts.addLead}</Button>}
    </EmptyState>
  );
}

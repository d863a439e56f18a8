import { ActionIcon, Kbd, Loader, Menu } from '@mantine/core';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import IconFilePlus from '@tabler/icons-react/dist/esm/icons/IconFilePlus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useNavigate } from '@tanstack/react-router';
import { useLicense } from '@/features/billing/use-license';
import { underWayNotice, useBulkProgress } from '@/features/bulk-imports/progress';
import { preloadNewLead } from '@/features/leads/create/new-lead-host';
import { useCanCreateLeads, useNewLead } from '@/features/leads/create/use-new-lead';
import { preloadNewLoan } from '@/features/loans/create/new-loan-host';
import { useCanCreateLoans, useNewLoan } from '@/features/loans/create/use-new-loan';
import { usePermission, usePermissions } from '@/shared/session/me';
import { opensPage } from '@/shared/session/pages';
import { texts } from './texts';

const newTask = async () => (await import('@/features/tasks/open-task')).openNewTask();

/** Opens pricing if the user has a license. */
function usePriceQuote() {
  const navigate = useNavigate();
  const hasLicense = useLicense();
  return () => {
    if (hasLicense()) void navigate({ to: '/app/pricing' });
  };
}

/** A menu of records that can be created from anywhere. */
export function PlusMenu() {
  const mayCreateLoans = useCanCreateLoans();
  const mayCreateLeads = useCanCreateLeads();
  const maySeeTasks = usePermission('TASK_VIEW');
  const mayPrice = opensPage(usePermissions().routes, '/app/pricing');
  const priceQuote = usePriceQuote();
  const createLoan = useNewLoan();
  const createLead = useNewLead();
  const bulk = useBulkProgress();
  if (!mayCreateLoans && !mayCreateLeads) return null;
  const preload = () => {
    if (mayCreateLoans) preloadNewLoan();
    if (mayCreateLeads) preloadNewLead();
  };
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon variant="filled" color="tenant" aria-label={texts.create} onMouseEnter={preload} onFocus={preload}>
          {bulk ? <Loader size={16} color="currentColor" /> : <IconPlus size={18} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {bulk && (
          <>
            <Menu.Label>{underWayNotice}</Menu.Label>
            <Menu.Item
              leftSection={<Loader size={14} />}
              rightSection={`${bulk.done}/${bulk.total}`}
              onClick={() => void createLoan({ tab: 'mismo' })}
            >
              {texts.showImport}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {mayCreateLoans && (
          <Menu.Item
            leftSection={<IconFilePlus size={16} />}
            rightSection={<Kbd>N</Kbd>}
            disabled={bulk !== null}
            onClick={() => void createLoan()}
          >
            {texts.loan}
          </Menu.Item>
        )}
        {mayCreateLeads && (
          <Menu.Item
            leftSection={<IconUserPlus size={16} />}
            rightSection={<Kbd aria-hidden>Shift N</Kbd>}
            onClick={() => void createLead()}
          >
            {texts.lead}
          </Menu.Item>
        )}
        {mayPrice && (
          <Menu.Item leftSection={<IconReceipt2 size={16} />} onClick={priceQuote}>
            {texts.quote}
          </Menu.Item>
        )}
        {mayCreateLoans && (
          <>
            <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => void createLoan({ tab: 'fnma' })}>
              {texts.fnma}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFileImport size={16} />}
              disabled={bulk !== null}
              onClick={() => void createLoan({ tab: 'mismo' })}
            >
              {texts.mismo}
            </Menu.Item>
          </>
        )}
        {maySeeTasks && (
          <Menu.Item
            leftSection={<IconPlus size={16} />}
            rightSection={<Kbd aria-hidden>Alt N</Kbd>}
            onClick={() => void newTask()}
          >
            {texts.newTask}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

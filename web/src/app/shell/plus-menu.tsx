import { ActionIcon, Kbd, Menu } from '@mantine/core';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import IconFilePlus from '@tabler/icons-react/dist/esm/icons/IconFilePlus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { preloadNewLead } from '@/features/leads/create/new-lead-host';
import { useMayCreateLeads, useNewLead } from '@/features/leads/create/use-new-lead';
import { preloadNewLoan } from '@/features/loans/create/new-loan-host';
import { useMayCreateLoans, useNewLoan } from '@/features/loans/create/use-new-loan';
import { texts } from './texts';

/** What can be made from anywhere. */
export function PlusMenu() {
  const mayCreateLoans = useMayCreateLoans();
  const mayCreateLeads = useMayCreateLeads();
  const createLoan = useNewLoan();
  const createLead = useNewLead();
  if (!mayCreateLoans && !mayCreateLeads) return null;
  const preload = () => {
    if (mayCreateLoans) preloadNewLoan();
    if (mayCreateLeads) preloadNewLead();
  };
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon variant="filled" color="tenant" aria-label={texts.create} onMouseEnter={preload} onFocus={preload}>
          <IconPlus size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayCreateLoans && (
          <Menu.Item
            leftSection={<IconFilePlus size={16} />}
            rightSection={<Kbd size="xs">N</Kbd>}
            onClick={() => void createLoan()}
          >
            {texts.loan}
          </Menu.Item>
        )}
        {mayCreateLeads && (
          <Menu.Item leftSection={<IconUserPlus size={16} />} onClick={() => void createLead()}>
            {texts.lead}
          </Menu.Item>
        )}
        {mayCreateLoans && (
          <>
            <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => void createLoan({ tab: 'fnma' })}>
              {texts.fnma}
            </Menu.Item>
            <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => void createLoan({ tab: 'mismo' })}>
              {texts.mismo}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

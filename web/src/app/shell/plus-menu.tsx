import { ActionIcon, Kbd, Menu } from '@mantine/core';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import IconFilePlus from '@tabler/icons-react/dist/esm/icons/IconFilePlus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { preloadNewLoan } from '@/features/loans/create/new-loan-host';
import { useMayCreateLoans, useNewLoan } from '@/features/loans/create/use-new-loan';
import { texts } from './texts';

/** What can be made from anywhere. */
export function PlusMenu() {
  const mayCreate = useMayCreateLoans();
  const createLoan = useNewLoan();
  if (!mayCreate) return null;
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon
          variant="filled"
          color="tenant"
          aria-label={texts.create}
          onMouseEnter={preloadNewLoan}
          onFocus={preloadNewLoan}
        >
          <IconPlus size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFilePlus size={16} />}
          rightSection={<Kbd size="xs">N</Kbd>}
          onClick={() => void createLoan()}
        >
          {texts.loan}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => void createLoan({ tab: 'fnma' })}>
          {texts.fnma}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => void createLoan({ tab: 'mismo' })}>
          {texts.mismo}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useMutation } from '@tanstack/react-query';
import { usePermission } from '@/shared/session/me';
import { toast } from '@/shared/ui/toasts/toast-store';
import { printForm1003 } from './print-form';
import classes from './print-menu.module.css';
import { texts } from './texts';

/** Prints of the loan. Full Social Security numbers need the reveal permission. */
export function PrintMenu({ loanId }: { loanId: number }) {
  const mayReveal = usePermission('LOAN_REVEAL');
  const print = useMutation({
    mutationFn: (fullSsn: boolean) => printForm1003(loanId, fullSsn),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Menu menuItemTabIndex={0} position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPrinter size={15} />}
          rightSection={<IconChevronDown size={14} />}
          loading={print.isPending}
        >
          {texts.print}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => print.mutate(false)}>
          {texts.form}
          <span className={classes.hint}>{texts.formHint}</span>
        </Menu.Item>
        {mayReveal && (
          <Menu.Item onClick={() => print.mutate(true)}>
            {texts.formWithNumbers}
            <span className={classes.hint}>{texts.formWithNumbersHint}</span>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

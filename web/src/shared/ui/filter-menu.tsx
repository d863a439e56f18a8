import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ReactNode } from 'react';
import classes from './filter-menu.module.css';

type Choice = { value: string; label: string; content?: ReactNode };
type Props = {
  label: string;
  choices: readonly Choice[];
  /** Empty means no filter. */
  value: string;
  onChange: (value: string) => void;
  /** Label of the option without a filter. Omit it if an option is always required. */
  all?: string;
};

/** A single choice from a list, shown on the button that opens it. */
export function FilterMenu({ label, choices, value, onChange, all }: Props) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    // The list can be long and scroll, so each item must be reachable with the keyboard.
    <Menu menuItemTabIndex={0}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.button}
          data-active={(chosen && all !== undefined) || undefined}
          rightSection={<IconChevronDown size={14} />}
        >
          <span className={classes.label}>{label}</span>
          {chosen && <span className={classes.value}>{chosen.label}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Menu.RadioGroup value={value} onChange={onChange}>
          {all !== undefined && (
            <Menu.RadioItem value="" closeMenuOnClick>
              {all}
            </Menu.RadioItem>
          )}
          {choices.map((choice) => (
            <Menu.RadioItem key={choice.value} value={choice.value} closeMenuOnClick>
              {choice.content ?? choice.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

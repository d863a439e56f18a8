import { ActionIcon, Menu } from '@mantine/core';
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import { type Column, choiceOf } from './column';

type Props<Row> = {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  onChange: (choice: string | undefined) => void;
};

/** Menu to choose the visible columns of a table. */
export function ColumnMenu<Row>({ columns, shown, onChange }: Props<Row>) {
  const keys = shown.map(({ key }) => key);
  const toggle = (key: string) =>
    onChange(choiceOf(columns, keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]));
  return (
    <Menu closeOnItemClick={false} width={200}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label="Columns" title="Columns">
          <IconColumns3 size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ isFixed }) => !isFixed)
          .map(({ key, head }) => (
            <Menu.CheckboxItem key={key} checked={keys.includes(key)} onChange={() => toggle(key)}>
              {head}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.Item closeMenuOnClick onClick={() => onChange(undefined)}>
          Reset columns
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import '@mantine/core/styles/Combobox.layer.css';
import { Select, type SelectProps } from '@mantine/core';
import { useLookups } from '@/shared/session/lookups';

type Props = Omit<SelectProps, 'data' | 'label'> & { label: string };

/** A picker for a US state. Its value is the code. */
export function StateSelect(props: Props) {
  const { states } = useLookups();
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
      nothingFoundMessage="No records found"
      {...props}
      data={states.map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}

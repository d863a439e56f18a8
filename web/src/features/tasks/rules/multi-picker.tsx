import { MultiSelect } from '@mantine/core';
import templateClasses from '../templates/templates.module.css';

type Key = string | number;

type Props<Id extends Key> = {
  label: string;
  placeholder: string;
  offered: readonly { id: Id; label: string }[];
  chosen: readonly Id[];
  error?: string | undefined;
  onChange: (chosen: Id[]) => void;
};

/** A picker for several options, kept in the order of choice. */
export const MultiPicker = <Id extends Key>({ label, placeholder, offered, chosen, error, onChange }: Props<Id>) => (
  <div className={templateClasses.whole}>
    <MultiSelect
      label={label}
      placeholder={chosen.length === 0 ? placeholder : ''}
      data={offered.map(({ id, label: name }) => ({ value: String(id), label: name }))}
      value={chosen.map(String)}
      onChange={(values) =>
        onChange(values.flatMap((value) => offered.find(({ id }) => String(id) === value)?.id ?? []))
      }
      searchable
      hidePickedOptions
      maxDropdownHeight={220}
      error={error}
    />
  </div>
);

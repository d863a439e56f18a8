import { NativeSelect, TextInput } from '@mantine/core';
import { spaced } from '@/shared/lib/format';
import { useLookups } from '@/shared/session/lookups';
import { DateField } from '@/shared/ui/date-field';
import { useLenders } from '../lenders';
import { fieldOf } from '../views/filter';
import type { RequiredField } from './held';

type Props = {
  field: RequiredField;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A missing field of the loan. */
export function HeldField({ field, label, value, error, onChange }: Props) {
  const { states } = useLookups();
  const lenders = useLenders(field === 'lender') ?? [];
  if (field === 'closing' || field === 'application') {
    return <DateField label={label} value={value || null} onChange={(day) => onChange(day ?? '')} error={error} />;
  }
  const words = fieldOf(field)?.words?.map((word) => ({ value: word, label: spaced(word) }));
  const lists: Partial<Record<RequiredField, { value: string; label: string }[]>> = {
    state: states.map(({ code, name }) => ({ value: code, label: name })),
    lender: lenders.map(({ id, name }) => ({ value: String(id), label: name })),
  };
  const choices = words ?? lists[field];
  if (choices) {
    return (
      <NativeSelect
        label={label}
        data={[{ value: '', label: '' }, ...choices]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
    );
  }
  return (
    <TextInput
      label={label}
      inputMode={field === 'address' ? 'text' : 'decimal'}
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
}

import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { loadMembers } from '@/features/people/officers';
import { spaced } from '@/shared/lib/format';
import { useLookups } from '@/shared/session/lookups';
import { AsyncSelect, type Option } from '@/shared/ui/async-select';
import { DateField } from '@/shared/ui/date-field';
import { useLenders } from '../lenders';
import { type Condition, type Field, fieldOf, type Offered, operatorsOf, periods } from './filter';
import { texts } from './texts';
import classes from './view-bar.module.css';

type Props = {
  offered: Offered;
  /** The condition to change, or undefined for a new one. */
  condition?: Condition;
  /** Whether a new condition can go into the group. */
  mayGroup?: boolean;
  onDone: (condition: Condition, isInGroup: boolean) => void;
};

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** Number of values of an operator. */
const countOf = (operator: string) => ({ empty: 0, notEmpty: 0, between: 2 })[operator] ?? 1;

/** Edits a condition: field, operator and values. */
export default function ConditionForm({ offered: { fields, choices }, condition, mayGroup = false, onDone }: Props) {
  const [name, setName] = useState(condition?.field ?? fields[0]?.name ?? '');
  const field = fieldOf(name, fields) ?? (fields[0] as Field);
  const operators = operatorsOf(field);
  const [chosen, setOperator] = useState(condition?.operator ?? '');
  const operator = chosen in operators ? chosen : (Object.keys(operators)[0] ?? 'is');
  const [values, setValues] = useState<readonly string[]>(condition?.values ?? []);
  const [isInGroup, setInGroup] = useState(false);
  const count = countOf(operator);
  const given = operator === 'within' && values.length === 0 ? ['thisMonth'] : values;
  const isWhole = count === 0 || (given.length >= count && given.every((value) => value.trim() !== ''));
  const done = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isWhole) onDone({ field: name, operator, values: count === 0 ? [] : given }, isInGroup);
  };
  return (
    <form onSubmit={done} className={classes.form} noValidate>
      <NativeSelect
        label={texts.field}
        data={fields.map(({ name: value, label }) => ({ value, label }))}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setOperator('');
          setValues([]);
        }}
        data-autofocus
      />
      <NativeSelect
        label={texts.operator}
        data={options(operators)}
        value={operator}
        onChange={(event) => {
          setOperator(event.currentTarget.value);
          setValues([]);
        }}
      />
      {count > 0 && (
        <Values field={field} choices={choices[field.name]} operator={operator} values={given} onChange={setValues} />
      )}
      {mayGroup && (
        <NativeSelect
          label={texts.place}
          data={options(texts.places)}
          value={isInGroup ? 'group' : 'filter'}
          onChange={(event) => setInGroup(event.currentTarget.value === 'group')}
        />
      )}
      <Button type="submit" disabled={!isWhole}>
        {texts.apply}
      </Button>
    </form>
  );
}

type ValuesProps = {
  field: Field;
  choices: Offered['choices'][string] | undefined;
  operator: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
};

function Values({ field, choices, operator, values, onChange }: ValuesProps) {
  const { loanStages, states } = useLookups();
  const lenders = useLenders(field.kind === 'lender');
  const at = (index: number) => (value: string) => {
    const next = [...values];
    next[index] = value;
    onChange(next.map((one) => one ?? ''));
  };
  const labels = operator === 'between' ? [texts.from, texts.to] : [texts.value];
  switch (field.kind) {
    case 'word':
      return (
        <Many
          data={
            field.words?.map((value) => ({ value, label: spaced(value) })) ??
            states.map(({ code, name }) => ({ value: code, label: name }))
          }
          values={values}
          onChange={onChange}
        />
      );
    case 'stage':
      return (
        <Many
          data={loanStages.map(({ id, name }) => ({ value: String(id), label: name }))}
          values={values}
          onChange={onChange}
        />
      );
    case 'lender':
      return (
        <Many
          data={lenders?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          values={values}
          onChange={onChange}
        />
      );
    case 'choice':
      return <Many data={[...(choices ?? [])]} values={values} onChange={onChange} />;
    case 'member':
      return <Member field={field} onChange={(id) => onChange(id === null ? [] : [String(id)])} />;
    case 'day':
      if (operator === 'within') {
        return (
          <NativeSelect
            label={texts.period}
            data={options(periods)}
            value={values[0] ?? 'thisMonth'}
            onChange={(event) => onChange([event.currentTarget.value])}
          />
        );
      }
      return labels.map((label, index) => (
        <DateField
          key={label}
          label={label}
          value={dateOf(values[index])}
          onChange={(value) => at(index)(value ?? '')}
          popoverProps={{ withinPortal: false }}
        />
      ));
    default:
      return labels.map((label, index) => (
        <TextInput
          key={label}
          label={label}
          inputMode={field.kind === 'text' ? 'text' : 'decimal'}
          value={values[index] ?? ''}
          onChange={(event) => at(index)(plain(field, event.currentTarget.value))}
        />
      ));
  }
}

const dateOf = (value: string | undefined) => (value && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null);

/** Removes signs and separators from amounts and rates, as the server expects. */
const plain = ({ kind }: Field, typed: string) => (kind === 'text' ? typed : typed.replace(/[$,%\s]/g, ''));

type ManyProps = {
  data: { value: string; label: string }[];
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
};

/** A multi-select. Choosing closes the list, which covers the next control. Typing opens it again. */
function Many({ data, values, onChange }: ManyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MultiSelect
      label={texts.value}
      classNames={{ inputField: classes.bare }}
      data={data}
      value={[...values]}
      onChange={onChange}
      searchable
      hidePickedOptions
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={() => setOpen(false)}
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={220}
    />
  );
}

function Member({ field, onChange }: { field: Field; onChange: (id: number | null) => void }) {
  const [value, setValue] = useState<Option | null>(null);
  const choose = (option: Option | null) => {
    setValue(option);
    onChange(option?.id ?? null);
  };
  return (
    <AsyncSelect
      label={texts.value}
      name={texts.value}
      queryKey={['users', 'filter', field.name]}
      load={loadMembers(field.roles ?? [])}
      value={value}
      onChange={choose}
      withinPortal={false}
    />
  );
}

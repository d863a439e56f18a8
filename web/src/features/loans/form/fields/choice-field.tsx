import { offeredIn } from '../choices';
import { useValue } from '../form-context';
import { useStates } from '../states';
import classes from './field.module.css';
import { FieldFrame } from './field-frame';
import { type FieldProps, useFieldState } from './field-props';

type Option = { value: string; label: string };
type SelectProps = Omit<FieldProps, 'kind' | 'list' | 'section'> & { options: readonly Option[] };

/** A choice of one value. The browser's own control finds options by typing. */
export function SelectField({ path, label, isInTable, options }: SelectProps) {
  const { store, problem, mark, aria } = useFieldState(path);
  const value = useValue(path);
  return (
    <FieldFrame path={path} label={label} isInTable={isInTable} problem={problem} mark={mark}>
      <select
        {...aria}
        className={classes.input}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => store.set(path, event.currentTarget.value || null, true)}
      >
        <option value="" />
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** A choice of one value of a list. */
export function ChoiceField(props: FieldProps) {
  const value = useValue(props.path);
  return <SelectField {...props} options={offeredIn(props.list, props.section, value)} />;
}

/** A state by its code. Typing its first letters selects it. */
export function StateField(props: FieldProps) {
  return <SelectField {...props} options={useStates()} />;
}

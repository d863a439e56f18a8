import { offeredIn } from '../choices';
import { useFormValue, useValue } from '../form-context';
import { itemsAt } from '../path';
import { ProblemMark } from '../problem-mark';
import { texts } from '../texts';
import classes from './field.module.css';
import { FieldGroup, FieldNote } from './field-frame';
import { type FieldProps, useFieldState } from './field-props';

/** A box that is checked or not. */
export function FlagField({ path, label, isInTable }: FieldProps) {
  const { store, problem, mark, aria } = useFieldState(path);
  const isChecked = useValue(path) === true;
  return (
    <div className={classes.flag} data-marked={mark !== undefined || undefined}>
      <label>
        <input
          type="checkbox"
          {...aria}
          checked={isChecked}
          onChange={(event) => store.set(path, event.currentTarget.checked, true)}
        />
        <span className={isInTable ? 'visually-hidden' : undefined}>{label}</span>
      </label>
      <div className={classes.corner}>
        <ProblemMark path={path} id={`${aria.id}:rule`} />
      </div>
      <FieldNote path={path} problem={problem} mark={mark} />
    </div>
  );
}

type Option = { value: string; label: string };
type ChecksProps = Omit<FieldProps, 'kind' | 'list' | 'section'> & { options: readonly Option[]; isCompact?: boolean };

/** Several values of a list, each with a box. They are stored in the order in which they were chosen. */
function ChecksField({ path, label, isInTable, options, isCompact }: ChecksProps) {
  const { store, problem, mark, aria } = useFieldState(path);
  const value = useValue(path);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const toggle = (option: string, isOn: boolean) =>
    store.set(path, isOn ? [...chosen, option] : chosen.filter((other) => other !== option), true);
  return (
    <FieldGroup path={path} label={label} isInTable={isInTable} problem={problem} mark={mark}>
      <div className={classes.checks} data-compact={isCompact || undefined}>
        {options.map((option, at) => (
          <label key={option.value}>
            <input
              type="checkbox"
              {...aria}
              id={at === 0 ? aria.id : `${aria.id}:${option.value}`}
              checked={chosen.includes(option.value)}
              onChange={(event) => toggle(option.value, event.currentTarget.checked)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

export function ChoicesField(props: FieldProps) {
  return <ChecksField {...props} options={offeredIn(props.list, props.section)} />;
}

/** First names by borrower. */
export const useBorrowerNames = (): readonly Option[] => {
  const borrowers = useFormValue((store) => itemsAt(store.application, 'borrowers'));
  return borrowers.map(({ id, firstName, lastName }, at) => ({
    value: id,
    label: String(firstName ?? lastName ?? texts.borrower(at + 1)),
  }));
};

/** The borrowers to whom an item belongs. A single borrower owns everything. */
export function OwnersField(props: FieldProps) {
  const names = useBorrowerNames();
  return <ChecksField {...props} options={names} isCompact />;
}

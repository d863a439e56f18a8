import classes from './form.module.css';

type Option = { value: string; label: string };
type Props = {
  label: string;
  name: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
};

/** Chooses whose part of the form is shown. A single person needs no tabs. */
export function PersonTabs({ label, name, options, value, onChange }: Props) {
  if (options.length < 2) return null;
  return (
    <fieldset className={classes.tabs}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} data-active={option.value === value || undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

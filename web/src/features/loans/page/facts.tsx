import classes from './facts.module.css';

export type Fact = { label: string; value: string };

/** Labels and values, in two columns. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value || <span className={classes.missing}>–</span>}</dd>
      </div>
    ))}
  </dl>
);

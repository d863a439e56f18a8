import classes from './state-mark.module.css';

type Tone = 'gray' | 'amber' | 'green' | 'red' | 'blue';

/** A state: a small colored square, and the word that carries the meaning. */
export const StateMark = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={classes.state} data-tone={tone}>
    {children}
  </span>
);

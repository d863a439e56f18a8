import { type ReactNode, useId } from 'react';
import classes from './aside.module.css';

type Props = { title: string; note?: ReactNode; children: ReactNode };

/** A small panel beside the form. */
export function AsidePanel({ title, note, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span>{note}</span>}
      </header>
      {children}
    </section>
  );
}

import { Avatar, UnstyledButton } from '@mantine/core';
import type { DemoSignIn } from '@/api/types';
import { texts } from '../texts';
import classes from './demo-sign-ins.module.css';

type Props = {
  people: readonly DemoSignIn[];
  disabled: boolean;
  onChoose: (email: string, companySlug: string | null) => void;
};

/** The demo's users by company. One click signs in as that user. */
export function DemoSignIns({ people, disabled, onChoose }: Props) {
  const companies = Map.groupBy(people, (person) => person.company);
  return (
    <section className={classes.panel} aria-labelledby="demo-sign-ins">
      <h2 id="demo-sign-ins">{texts.demoTitle}</h2>
      <div className={classes.list}>
        {[...companies].map(([company, members]) => (
          <div key={company} className={classes.company}>
            <h3>{company}</h3>
            <ul>
              {members.map((person) => (
                <li key={person.email}>
                  <UnstyledButton
                    className={classes.person}
                    disabled={disabled}
                    onClick={() => onChoose(person.email, person.companySlug ?? null)}
                  >
                    <Avatar name={person.name} size={28} aria-hidden />
                    <span className={classes.name}>{person.name}</span>
                    <span className={classes.role}>
                      {person.role}, {person.branch}
                    </span>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

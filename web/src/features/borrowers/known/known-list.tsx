import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { texts as joinTexts } from '@/features/leads/merge/texts';
import { appBase } from '@/shared/lib/app-base';
import { day } from '@/shared/lib/format';
import { StateMark } from '@/shared/ui/state-mark';
import { texts as borrowerTexts } from '../texts';
import { type KnownPeople, type KnownPerson, type Outside, type TypedPerson, useAccessAsk } from './known';
import classes from './known-list.module.css';
import { texts } from './texts';

export const tones = { Certain: 'red', Likely: 'amber', Possible: 'gray' } as const;
const paths = { lead: 'leads', borrower: 'borrowers', contact: 'contacts' } as const;

type Props = KnownPeople & {
  /** What the list was asked for; without it nothing is asked of others. */
  typed: TypedPerson | null;
  /** Takes what was typed to a record that is there already. */
  onAdd?: (person: KnownPerson) => void;
  /** The lead that those which are leads can be joined with. */
  joinedWith?: number;
  /** Kinds of records that can be added to. */
  addable?: readonly KnownPerson['kind'][];
};

/** Records that may be of the same person: to be opened, to be added to, or, beyond one's reach, to be asked for. */
export function KnownList({ rows, outside, typed, onAdd, joinedWith, addable = [] }: Props) {
  if (rows.length + outside.length === 0) return null;
  return (
    <ul className={classes.list}>
      {rows.map((person) => (
        <Known
          key={`${person.kind} ${person.id}`}
          person={person}
          joinedWith={person.kind === 'lead' ? joinedWith : undefined}
          onAdd={onAdd && addable.includes(person.kind) ? () => onAdd(person) : undefined}
        />
      ))}
      {outside.map((record) => (
        <Beyond key={`${record.kind} ${record.ownerName} ${record.createdOn}`} outside={record} typed={typed} />
      ))}
    </ul>
  );
}

type KnownProps = { person: KnownPerson; onAdd: (() => void) | undefined; joinedWith: number | undefined };

/** A record within reach. It opens beside, so that nothing of the form is lost. */
function Known({ person, onAdd, joinedWith }: KnownProps) {
  const { kind, id, firstName, lastName, ownerName, strength, agreed } = person;
  const what = `${texts.numbered(texts.kinds[kind], id)}, ${firstName} ${lastName}`;
  return (
    <li className={classes.known}>
      <span className={classes.head}>
        <span className={classes.name}>
          {firstName} {lastName}
        </span>
        <span className={classes.quiet}>{texts.numbered(texts.kinds[kind], id)}</span>
      </span>
      {ownerName && <span className={classes.quiet}>{ownerName}</span>}
      <span className={classes.strength}>
        <StateMark tone={tones[strength]}>{borrowerTexts.strengths[strength]}</StateMark>
        <span className={classes.quiet}>{borrowerTexts.agreed(agreed)}</span>
      </span>
      <span className={classes.actions}>
        <a
          href={`${appBase()}/app/${paths[kind]}/${id}`}
          target="_blank"
          rel="noopener"
          aria-label={`${texts.open}: ${what}`}
        >
          {texts.open}
        </a>
        {joinedWith && (
          <Link
            to="/app/leads/merge"
            search={{ ids: `${joinedWith},${id}` }}
            aria-label={`${joinTexts.joinWith}: ${what}`}
          >
            {joinTexts.joinWith}
          </Link>
        )}
        {onAdd && (
          <Button variant="default" size="compact-xs" onClick={onAdd} aria-label={texts.addTo(what)}>
            {texts.add}
          </Button>
        )}
      </span>
    </li>
  );
}

/** A record out of reach: that there is one, whose, and since when. */
function Beyond({ outside, typed }: { outside: Outside; typed: TypedPerson | null }) {
  const ask = useAccessAsk();
  // A list that is asked for anew may draw this one again.
  const [isAsked, setAsked] = useState(false);
  const { kind, ownerName, createdOn } = outside;
  const name = texts.kinds[kind as keyof typeof texts.kinds] ?? kind;
  const told = texts.outside(name, ownerName, day(createdOn));
  return (
    <li className={classes.outside}>
      <span>{told}</span>
      <span className={classes.actions} role="status">
        {isAsked && texts.asked}
        {typed && !isAsked && (
          <Button
            variant="default"
            size="compact-xs"
            loading={ask.isPending}
            aria-label={`${texts.ask}: ${told}`}
            onClick={() => ask.mutate({ typed, outside }, { onSuccess: () => setAsked(true) })}
          >
            {texts.ask}
          </Button>
        )}
      </span>
    </li>
  );
}

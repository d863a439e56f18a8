import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
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
  /** The search behind the list. Without it, the user can't request access to other users' records. */
  typed: TypedPerson | null;
  /** Adds the form's details to an existing record. */
  onAdd?: (person: KnownPerson) => void;
  /** The lead into which listed leads can be merged. */
  joinedWith?: number;
  /** Kinds of records that details can be added to. */
  addable?: readonly KnownPerson['kind'][];
};

/** Possible records of the same person. The user can open them, add to them, or request access. */
export function KnownList({ rows, outside, typed, onAdd, joinedWith, addable = [] }: Props) {
  if (rows.length + outside.length === 0) return null;
  return (
    <ul className={classes.list}>
      {rows.map((person) => (
        <VisibleRecord
          key={`${person.kind} ${person.id}`}
          person={person}
          joinedWith={person.kind === 'lead' ? joinedWith : undefined}
          onAdd={onAdd && addable.includes(person.kind) ? () => onAdd(person) : undefined}
        />
      ))}
      {outside.map((record) => (
        <HiddenRecord key={`${record.kind} ${record.ownerName} ${record.createdOn}`} outside={record} typed={typed} />
      ))}
    </ul>
  );
}

type KnownProps = { person: KnownPerson; onAdd: (() => void) | undefined; joinedWith: number | undefined };

/** A record that the user may see. It opens in a new tab, so that the form isn't lost. */
function VisibleRecord({ person, onAdd, joinedWith }: KnownProps) {
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
          <Link to="/app/leads/merge" search={{ ids: `${joinedWith},${id}` }} aria-label={`${texts.joinWith}: ${what}`}>
            {texts.joinWith}
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

/** A record that the user may not see: only its kind, owner and date. */
function HiddenRecord({ outside, typed }: { outside: Outside; typed: TypedPerson | null }) {
  const ask = useAccessAsk();
  // A refetch may mount this row again.
  const [isAsked, setAsked] = useState(false);
  const { kind, ownerName, createdOn } = outside;
  const name = texts.kinds[kind as keyof typeof texts.kinds] ?? kind;
  const text = texts.outside(name, ownerName, day(createdOn));
  return (
    <li className={classes.outside}>
      <span>{text}</span>
      <span className={classes.actions} role="status">
        {isAsked && texts.asked}
        {typed && !isAsked && (
          <Button
            variant="default"
            size="compact-xs"
            loading={ask.isPending}
            aria-label={`${texts.ask}: ${text}`}
            onClick={() => ask.mutate({ typed, outside }, { onSuccess: () => setAsked(true) })}
          >
            {texts.ask}
          </Button>
        )}
      </span>
    </li>
  );
}

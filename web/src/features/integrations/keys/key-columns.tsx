import { dayAndTime, dayOf } from '@/shared/lib/format';
import type { ListColumn } from '@/shared/ui/list-table';
import { StateMark } from '@/shared/ui/state-mark';
import type { ApiKey, KeyOwner } from './key-calls';
import { endsSoon } from './key-life';
import classes from './keys.module.css';
import { texts } from './texts';

const tones = { ACTIVE: 'green', EXPIRED: 'gray', REVOKED: 'gray' } as const;

const State = ({ apiKey }: { apiKey: ApiKey }) =>
  endsSoon(apiKey) ? (
    <StateMark tone="amber">{texts.endsSoon}</StateMark>
  ) : (
    <StateMark tone={tones[apiKey.state]}>{texts.states[apiKey.state]}</StateMark>
  );

const owner: ListColumn<ApiKey> = {
  key: 'owner',
  head: texts.owner,
  width: 110,
  cell: ({ person }) => person ?? texts.company,
};

/** The company's list also shows each key's owner. */
export const keyColumns = (of: KeyOwner): readonly ListColumn<ApiKey>[] => [
  {
    key: 'name',
    head: texts.name,
    cell: ({ name, prefix, createdBy, createdAt }) => (
      <span className={classes.key} title={texts.madeBy(createdBy, dayOf(createdAt))}>
        <span className={classes.name}>{name}</span>
        <code className={classes.prefix}>{prefix}…</code>
      </span>
    ),
  },
  ...(of === 'COMPANY' ? [owner] : []),
  { key: 'scopes', head: texts.scopes, width: 110, cell: ({ scopes }) => scopes.join(', ') },
  {
    key: 'expires',
    head: texts.expires,
    width: 100,
    fitsContent: true,
    cell: ({ expiresAt }) => <Labeled label={texts.expires}>{dayOf(expiresAt)}</Labeled>,
  },
  {
    key: 'lastUsed',
    head: texts.lastUsed,
    width: 150,
    fitsContent: true,
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Labeled label={texts.lastUsed}>{dayAndTime(lastUsedAt)}</Labeled> : texts.neverUsed,
  },
  { key: 'state', head: texts.state, width: 120, cell: (apiKey) => <State apiKey={apiKey} /> },
];

/** A value with its label, for layouts without column headers. */
const Labeled = ({ label, children }: { label: string; children: string }) => (
  <>
    <span className={classes.label} aria-hidden>
      {label}{' '}
    </span>
    {children}
  </>
);

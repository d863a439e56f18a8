import { day } from '@/shared/lib/format';
import type { ListColumn } from '@/shared/ui/list-table';
import { StateMark } from '@/shared/ui/state-mark';
import type { License } from './licenses';
import classes from './licenses.module.css';
import { texts } from './texts';

const tones = {
  AUTHORIZED: 'green',
  EXPIRES_SOON: 'amber',
  EXPIRED: 'red',
  NOT_YET: 'blue',
  INACTIVE: 'gray',
} as const;

export const licenseColumns = (stateName: (code: string) => string): readonly ListColumn<License>[] => [
  {
    key: 'holder',
    head: texts.holder,
    cell: ({ holder }) => (
      <>
        <span className={classes.holder}>{holder.name}</span>
        <span className={classes.quiet}>
          {' '}
          {[kindOf(holder.kind), holder.nmlsId ? texts.nmlsId(holder.nmlsId) : ''].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { key: 'state', head: texts.state, width: 110, cell: ({ stateCode }) => stateName(stateCode) },
  { key: 'number', head: texts.number, width: 150, fitsContent: true, cell: ({ number }) => number },
  {
    key: 'issuedOn',
    head: texts.issuedOn,
    width: 100,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ issuedOn }) => day(issuedOn),
  },
  {
    key: 'expiresOn',
    head: texts.expiresOn,
    width: 100,
    isNumeric: true,
    isHeadFirst: true,
    cell: ({ expiresOn }) => day(expiresOn),
  },
  {
    key: 'standing',
    head: texts.standing,
    width: 130,
    cell: ({ standing }) => {
      const known = standing as keyof typeof tones;
      return <StateMark tone={tones[known]}>{texts.standings[known]}</StateMark>;
    },
  },
];

const kindOf = (kind: string) => (kind === 'PERSON' ? '' : texts.holders[kind as 'COMPANY' | 'BRANCH']);

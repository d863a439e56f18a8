import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Lead } from '@/api/types';
import { dayAndTime, phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { Panel } from '@/shared/ui/panel';
import classes from './consent.module.css';
import { type ConsentGroup, groupConsents } from './consent-groups';
import { texts } from './texts';

const ConsentDialog = onDemand(() => import('./consent-dialog'));

type Props = { lead: Lead; mayChange: boolean };

/** Consents to calls and texts of a lead's contacts. */
export function ConsentPanel({ lead, mayChange }: Props) {
  const [isRecording, setRecording] = useState(false);
  const groups = groupConsents(lead.consents);
  const hasNumber = lead.consentByPhone.length > 0;
  return (
    <Panel
      title={texts.title}
      text={texts.text}
      action={
        mayChange &&
        hasNumber && (
          <Button variant="default" onClick={() => setRecording(true)}>
            {texts.record}
          </Button>
        )
      }
    >
      <Suspense>{isRecording && <ConsentDialog lead={lead} onClose={() => setRecording(false)} />}</Suspense>
      {groups.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : <ConsentList words={groups} />}
    </Panel>
  );
}

const about = ({ kind, kinds }: ConsentGroup): string => (kinds.length > 1 ? texts.both : texts.kinds[kind]);

/** Each consent with its wording, date and source. */
export function ConsentList({ words }: { words: readonly ConsentGroup[] }) {
  return (
    <ul className={classes.words} aria-label={texts.title}>
      {words.map((one) => (
        <li key={one.id}>
          <p className={classes.said}>
            {texts.consent(about(one), one.isGiven)}, {phone(one.phone)}
          </p>
          <p className={classes.quiet}>
            {[
              dayAndTime(one.saidAt),
              texts.sources[one.source],
              one.address && texts.from(one.address),
              one.page,
              one.recordedBy && texts.recordedBy(one.recordedBy),
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          <blockquote className={classes.wording}>{one.wording}</blockquote>
        </li>
      ))}
    </ul>
  );
}

import { Button } from '@mantine/core';
import type { Lead } from '@/api/types';
import { phone as shown } from '@/shared/lib/format';
import { StateMark } from '@/shared/ui/state-mark';
import classes from './consent.module.css';
import { mayReach } from './consent-groups';
import { texts } from './texts';

type Props = { lead: Lead; phone: string; name: string };

/** Links to call and text a number, marked if there is no consent. Without consent there is no text link. */
export function PhoneActions({ lead, phone, name }: Props) {
  const [calls, sms] = [mayReach(lead, phone, 'CALL'), mayReach(lead, phone, 'TEXT')];
  return (
    <div className={classes.reach}>
      <a href={`tel:${phone}`}>{shown(phone)}</a>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`${texts.sendText} ${name}`}
        {...(sms ? { component: 'a', href: `sms:${phone}` } : { disabled: true })}
      >
        {texts.sendText}
      </Button>
      {!calls && <StateMark tone="amber">{texts.lacks.CALL}</StateMark>}
      {!sms && <StateMark tone="amber">{texts.lacks.TEXT}</StateMark>}
    </div>
  );
}

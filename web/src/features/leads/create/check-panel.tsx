import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { LeadChecked } from '@/api/types';
import { texts as borrowerTexts } from '@/features/borrowers/texts';
import { appBase } from '@/shared/lib/app-base';
import { day } from '@/shared/lib/format';
import { StateMark } from '@/shared/ui/state-mark';
import classes from './add-lead-modal.module.css';
import { texts } from './texts';

const tones = { Certain: 'red', Likely: 'amber', Possible: 'gray' } as const;

/** What is to be said of the lead before it is saved. Nothing of it keeps anybody from saving. */
export function CheckPanel({ checked }: { checked: LeadChecked }) {
  const { warnings, duplicates, outside } = checked;
  const count = duplicates.length + outside.length;
  return (
    <aside className={classes.aside}>
      <section aria-label={texts.warnings} role="status">
        {warnings.map((warning) => (
          <Warning key={warning.code} warning={warning} />
        ))}
      </section>
      <section aria-labelledby="lead-duplicates">
        <h3 id="lead-duplicates">{texts.duplicates}</h3>
        <p className={classes.count} role="status">
          {count > 0 && texts.duplicatesFound(count)}
        </p>
        {count === 0 && <p className={classes.hint}>{texts.duplicatesHint}</p>}
        <ul>
          {duplicates.map((lead) => (
            <Duplicate key={lead.id} lead={lead} />
          ))}
          {outside.map(({ ownerName, createdOn }) => (
            <li key={`${ownerName} ${createdOn}`} className={classes.outside}>
              {texts.outside(ownerName, day(createdOn))}
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}

function Warning({ warning }: { warning: LeadChecked['warnings'][number] }) {
  return (
    <div className={classes.warning}>
      <IconAlertTriangle size={15} aria-hidden />
      {warning.tooltip ? (
        <Tooltip label={warning.tooltip} events={{ hover: true, focus: true, touch: true }}>
          <button type="button">{warning.text}</button>
        </Tooltip>
      ) : (
        <span>{warning.text}</span>
      )}
    </div>
  );
}

/** A lead that may be the same person. It opens beside, so that nothing of the form is lost. */
function Duplicate({ lead }: { lead: LeadChecked['duplicates'][number] }) {
  return (
    <li className={classes.duplicate}>
      <span className={classes.duplicateName}>
        {lead.firstName} {lead.lastName}
        <a
          href={`${appBase()}/app/leads/${lead.id}`}
          target="_blank"
          rel="noopener"
          aria-label={`${texts.openLead}: ${texts.lead(lead.id)}, ${lead.firstName} ${lead.lastName}`}
        >
          #{lead.id}
        </a>
      </span>
      <span className={classes.quiet}>{lead.ownerName}</span>
      <span className={classes.quiet}>
        <StateMark tone={tones[lead.strength]}>{borrowerTexts.strengths[lead.strength]}</StateMark>{' '}
        {borrowerTexts.agreed(lead.agreed)}
      </span>
    </li>
  );
}

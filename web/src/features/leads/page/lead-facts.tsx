import { useQuery } from '@tanstack/react-query';
import type { Lead } from '@/api/types';
import { KnownList } from '@/features/borrowers/known/known-list';
import { dayOf, loanToValue, money } from '@/shared/lib/format';
import { Panel } from '@/shared/ui/panel';
import { PhoneActions } from '../consent/phone-actions';
import { texts as formTexts } from '../create/texts';
import classes from './lead-page.module.css';
import { knownOfLeadQuery } from './lead-work';
import { texts } from './texts';

type Fact = readonly [string, string | null | undefined];

/** A list of labeled values, without empty ones. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts
      .filter(([, value]) => value)
      .map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** The lead's contacts. */
export function ContactsPanel({ lead }: { lead: Lead }) {
  return (
    <Panel title={texts.contacts}>
      <ul className={classes.people}>
        {lead.LeadContacts.map((contact) => (
          <li key={`${contact.firstName} ${contact.lastName} ${contact.email}`}>
            <span className={classes.name}>
              {contact.firstName} {contact.lastName}
            </span>
            {contact.cellPhone && (
              <PhoneActions lead={lead} phone={contact.cellPhone} name={`${contact.firstName} ${contact.lastName}`} />
            )}
            {contact.email && (
              <div>
                <a href={`mailto:${contact.email}`}>{contact.email}</a>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function OwnersPanel({ lead }: { lead: Lead }) {
  return (
    <Panel title={texts.owners}>
      <ul className={classes.people}>
        {lead.LeadUsers.map((owner) => (
          <li key={owner.WizeUserId}>
            <span className={classes.name}>{owner.name}</span>
            <span className={classes.quiet}>
              {owner.isPrimary ? `${texts.primary}, ${owner.branchName}` : owner.branchName}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The requested amounts and their loan-to-value ratio. */
export const scenarioFacts = ({ loanPurpose, loanAmount, propertyValue }: Lead['LeadScenario']): Fact[] => [
  [formTexts.loanAmount, money(loanAmount)],
  [formTexts.propertyValue(loanPurpose), money(propertyValue)],
  [texts.loanToValue, loanToValue(loanAmount, propertyValue)],
];

/** The lead's scenario and source. */
export function ScenarioPanel({ lead }: { lead: Lead }) {
  const { LeadScenario, LeadReferral, LeadDetail } = lead;
  const responded = lead.firstResponseMinutes;
  return (
    <Panel title={texts.scenario}>
      <Facts
        facts={[
          [texts.purpose, LeadScenario.loanPurpose],
          ...scenarioFacts(LeadScenario),
          [texts.state, LeadScenario.StateCode],
          [texts.source, LeadReferral.otherSourceDesc ?? LeadReferral.sourceName],
          [texts.referredBy, LeadReferral.referrerName],
          [texts.provider, LeadDetail.providerName],
          [texts.created, dayOf(lead.createdAt)],
          [texts.firstResponse, typeof responded === 'number' ? texts.minutes(responded) : null],
        ]}
      />
    </Panel>
  );
}

/** Existing records of the lead's contacts. Renders nothing if there are none. */
export function KnownPanel({ leadId, mayJoin }: { leadId: number; mayJoin: boolean }) {
  const known = useQuery(knownOfLeadQuery(leadId)).data;
  if (!known || known.rows.length + known.outside.length === 0) return null;
  return (
    <Panel title={texts.duplicates}>
      <KnownList rows={known.rows} outside={known.outside} typed={null} {...(mayJoin && { joinedWith: leadId })} />
    </Panel>
  );
}

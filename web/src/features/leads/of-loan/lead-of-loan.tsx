import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { dayAndTime, dayOf } from '@/shared/lib/format';
import { NoteText } from '@/shared/ui/note/note-text';
import { Loaded, Panel } from '@/shared/ui/panel';
import { groupConsents } from '../consent/consent-groups';
import { ConsentList } from '../consent/consent-panel';
import { Facts, scenarioFacts } from '../page/lead-facts';
import page from '../page/lead-page.module.css';
import classes from './lead-of-loan.module.css';
import { texts } from './texts';

type LeadOfLoan = components['schemas']['LeadOfLoan'];

const leadOfLoanQuery = (loanId: number) =>
  queryOptions({
    queryKey: ['loans', loanId, 'lead'],
    queryFn: ({ signal }) => answer(api.GET('/api/loans/{id}/lead', { params: { path: { id: loanId } }, signal })),
    meta: { quiet: true },
  });

/** Source, notes and consents of the lead from which a loan was created. */
export default function LeadOfLoanPanel({ loanId }: { loanId: number }) {
  const lead = useQuery(leadOfLoanQuery(loanId));
  return (
    <Panel title={texts.title}>
      <Loaded query={lead}>{(found) => found && <Shown lead={found} />}</Loaded>
    </Panel>
  );
}

function Shown({ lead }: { lead: LeadOfLoan }) {
  const { LeadScenario, LeadReferral, LeadDetail, Notes } = lead;
  const groups = groupConsents(lead.consents);
  return (
    <div className={classes.parts}>
      <Facts
        facts={[
          ...scenarioFacts(LeadScenario),
          [texts.source, LeadReferral.otherSourceDesc ?? LeadReferral.sourceName],
          [texts.referredBy, LeadReferral.referrerName],
          [texts.provider, LeadDetail.providerName],
          [texts.cameIn, dayOf(lead.createdAt)],
        ]}
      />
      {Notes.length > 0 && (
        <section aria-label={texts.notes}>
          <h3>{texts.notes}</h3>
          <ul className={page.timeline} aria-label={texts.notes}>
            {Notes.map((note) => (
              <li key={note.id}>
                <NoteText html={note.text} />
                <p className={page.quiet}>
                  {[note.authorName, dayAndTime(note.metadata.creationDate)].filter(Boolean).join(', ')}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.length > 0 && (
        <section aria-label={texts.consent}>
          <h3>{texts.consent}</h3>
          <ConsentList words={groups} />
        </section>
      )}
    </div>
  );
}

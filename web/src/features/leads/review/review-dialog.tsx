import '@/shared/ui/modal-styles';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { texts as borrowerTexts } from '@/features/borrowers/texts';
import { appBase } from '@/shared/lib/app-base';
import { modalWidths } from '@/shared/lib/constants';
import { day } from '@/shared/lib/format';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { useDraftForm } from '@/shared/lib/use-draft';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { leadSourcesQuery } from '@/shared/session/lookups';
import { useActiveUser } from '@/shared/session/me';
import { Loaded } from '@/shared/ui/panel';
import { StateMark } from '@/shared/ui/state-mark';
import { toast } from '@/shared/ui/toasts/toast-store';
import { ContactSection } from '../create/contact-section';
import { refusedFields } from '../create/create-lead';
import { type LeadForm, type LeadSource, leadResolver } from '../create/lead-form';
import { ownOwner } from '../create/lead-lookups';
import { OriginSection } from '../create/origin-section';
import { OwnerSection } from '../create/owner-section';
import { ScenarioSection } from '../create/scenario-section';
import { correctedLead, formOf } from './corrected-lead';
import { type ArrivalDetail, arrivalQuery, type Decision, useDecision } from './review';
import classes from './review.module.css';
import { whyOf } from './review-page';
import { texts } from './texts';

type Props = { id: string; onClose: () => void };

/** Shows a submission and the reason for its review. The user corrects, merges or discards it. */
export default function ReviewDialog({ id, onClose }: Props) {
  const isPhone = useIsPhone();
  const arrival = useQuery(arrivalQuery(id));
  const sources = useQuery(leadSourcesQuery);
  const leave = useRef<() => Promise<boolean>>(async () => true);
  const close = async () => {
    if (await leave.current()) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={texts.dialog(arrival.data?.name || texts.nameless)}
      size={modalWidths.large}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={arrival}>
        {(data) =>
          sources.isPending ? null : (
            <Review arrival={data} sources={sources.data ?? []} leave={leave} onClose={onClose} />
          )
        }
      </Loaded>
    </Modal>
  );
}

type ReviewProps = {
  arrival: ArrivalDetail;
  sources: readonly LeadSource[];
  leave: { current: () => Promise<boolean> };
  onClose: () => void;
};

function Review({ arrival, sources, leave, onClose }: ReviewProps) {
  const activeUser = useActiveUser();
  const { owner } = arrival;
  const chosen = owner && {
    id: owner.WizeUserOrgUnitId,
    userId: owner.WizeUserId,
    orgUnitId: owner.WizeOrgUnitId,
    label: owner.name,
    hint: owner.branchName,
  };
  const form = useForm<LeadForm>({
    defaultValues: formOf(arrival.lead, chosen ?? ownOwner(activeUser), sources),
    resolver: leadResolver,
  });
  const decision = useDecision(arrival.id);
  const { isDirty } = form.formState;
  useDraftForm('arrival', form, { opened: arrival.id });
  const unsaved = useUnsavedWork({ isDirty: () => isDirty && !decision.isSuccess, discard: () => form.reset() });
  leave.current = unsaved.confirm;
  const decide = (to: Decision) =>
    decision.mutate(to, {
      onSuccess: (lead) => {
        if (to.to === 'drop') toast.success(texts.dropped);
        else toast.success(to.to === 'link' ? texts.linked(to.leadId) : texts.made(lead ?? 0));
        onClose();
      },
      onError: (error) => {
        for (const [field, message] of refusedFields(error)) form.setError(field, { message });
      },
    });
  const takeIn = form.handleSubmit((values) => decide({ to: 'take-in', lead: correctedLead(arrival.lead, values) }));
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={takeIn}>
        <div className={classes.columns}>
          <fieldset disabled={decision.isPending} className={classes.fields}>
            <ContactSection />
            <ScenarioSection />
            <OriginSection />
            <OwnerSection />
          </fieldset>
          <aside className={classes.aside}>
            <section>
              <h3>{texts.why}</h3>
              <p>{whyOf(arrival)}</p>
            </section>
            <Known
              arrival={arrival}
              isPending={decision.isPending}
              onLink={(leadId) => decide({ to: 'link', leadId })}
            />
            <section>
              <h3>{texts.raw}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
              <section className={classes.raw} tabIndex={0} aria-label={texts.raw}>
                {readable(arrival.raw)}
              </section>
            </section>
          </aside>
        </div>
        {decision.isError && refusedFields(decision.error).length === 0 && <p role="alert">{decision.error.message}</p>}
        <div className={classes.foot}>
          <Button variant="default" disabled={decision.isPending} onClick={() => decide({ to: 'drop' })}>
            {texts.drop}
          </Button>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={decision.isPending}>
            {texts.takeIn}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

type KnownProps = { arrival: ArrivalDetail; isPending: boolean; onLink: (lead: number) => void };

/** Possible duplicates. Those that the user may not see show only owner and date. */
function Known({ arrival: { duplicates, outside }, isPending, onLink }: KnownProps) {
  if (duplicates.length + outside.length === 0) return null;
  return (
    <section>
      <h3>{texts.known}</h3>
      <ul className={classes.known}>
        {duplicates.map((lead) => (
          <li key={lead.id}>
            <a href={`${appBase()}/app/leads/${lead.id}`} target="_blank" rel="noopener">
              {lead.firstName} {lead.lastName} #{lead.id}
            </a>
            <span className={classes.quiet}>
              {[lead.ownerName, borrowerTexts.agreed(lead.agreed)].filter(Boolean).join(' · ')}
            </span>
            <StateMark tone={lead.strength === 'Certain' ? 'red' : lead.strength === 'Likely' ? 'amber' : 'gray'}>
              {borrowerTexts.strengths[lead.strength]}
            </StateMark>
            <Button
              variant="default"
              size="compact-sm"
              disabled={isPending}
              aria-label={texts.belongsTo(lead.id)}
              onClick={() => onLink(lead.id)}
            >
              {texts.belongs}
            </Button>
          </li>
        ))}
        {outside.map(({ ownerName, createdOn }) => (
          <li key={`${ownerName} ${createdOn}`}>{texts.outside(ownerName, day(createdOn.slice(0, 10)))}</li>
        ))}
      </ul>
    </section>
  );
}

/** Formats JSON with indentation and a row of a file with its headers. Other text stays unchanged. */
function readable(raw: string): string {
  try {
    const sent: unknown = JSON.parse(raw);
    const isRow = Array.isArray(sent) && sent.every((cell) => Array.isArray(cell) && cell.length === 2);
    return isRow ? sent.map(([head, text]) => `${head}: ${text}`).join('\n') : JSON.stringify(sent, null, 2);
  } catch {
    return raw;
  }
}

import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import IconLayoutBottombarCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutBottombarCollapse.mjs';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import type { Lead } from '@/api/types';
import { comparableOf } from '@/features/borrowers/known/comparable';
import { modalWidths } from '@/shared/lib/constants';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { useDraftForm } from '@/shared/lib/use-draft';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { useActiveUser, usePermission } from '@/shared/session/me';
import { NoteField } from '@/shared/ui/note/note-field';
import classes from './add-lead-modal.module.css';
import { CheckPanel } from './check-panel';
import { ContactSection } from './contact-section';
import { refusedFields, useAddToLead, useCreateLead } from './create-lead';
import { useLeadCheck } from './lead-check';
import { emptyForm, type LeadForm, leadResolver } from './lead-form';
import { leadConfigQuery, ownOwner } from './lead-lookups';
import { dockNewLead, type LeadDraft, type NewLeadData } from './new-lead-dialog';
import { OriginSection } from './origin-section';
import { OwnerSection } from './owner-section';
import { comparable, leadUsers } from './payload';
import { Section } from './section';
import { texts } from './texts';

type Props = { data: NewLeadData; isDocked: boolean; onClose: (lead: Lead | undefined) => void };

/** Adds a lead with contact, source and owners. A docked dialog keeps its content. */
export default function AddLeadModal({ data, isDocked, onClose }: Props) {
  const user = useActiveUser();
  const isPhone = useIsPhone();
  const element = useRef<HTMLFormElement>(null);
  const isDone = useRef(false);
  useQuery(leadConfigQuery);
  const form = useForm<LeadForm>({
    defaultValues: { ...emptyForm(ownOwner(user)), state: data.StateCode ?? null },
    // Not on blur: a message that appears between press and release would move the button under the pointer.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
    resolver: leadResolver,
  });
  const { isDirty, errors: _ } = form.formState;
  const values = form.watch();
  const dockTitle = texts.docked(values.firstName, values.lastName);
  const opened: LeadDraft = { data, dockedAs: isDocked ? dockTitle : null };
  const isBack = useDraftForm('new lead', form, { opened });
  const checked = useLeadCheck({
    LeadUsers: leadUsers(values),
    LeadContacts: comparable(values),
    ...(data.StateCode && { StateCode: data.StateCode }),
  });
  const creation = useCreateLead((lead) => {
    isDone.current = true;
    onClose(lead);
  });
  const addition = useAddToLead((lead) => {
    isDone.current = true;
    onClose(lead);
  });
  const work = useUnsavedWork({ isDirty: () => isDirty && !isDone.current && !isDocked, discard: () => form.reset() });
  const cancel = async () => {
    if (!creation.isPending && (await work.confirm())) onClose(undefined);
  };
  const refuse = useScrollToError(element);
  const create = (lead: LeadForm) =>
    creation.mutate(lead, {
      onError: (error) => {
        for (const [field, message] of refusedFields(error)) form.setError(field, { message });
        refuse();
      },
    });
  const save = (event: FormEvent) => {
    event.preventDefault();
    void form.handleSubmit(create, refuse)(event);
  };

  return (
    <Modal
      opened={!isDocked}
      onClose={() => void cancel()}
      title={texts.title}
      size={modalWidths.large}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: classes.body, content: classes.content }}
    >
      <FormProvider {...form}>
        <form ref={element} onSubmit={save} noValidate className={classes.form}>
          <div className={classes.columns}>
            <div className={classes.fields}>
              <ContactSection />
              <OriginSection />
              <OwnerSection />
              <Section title={texts.note}>
                <Controller
                  control={form.control}
                  name="note"
                  render={({ field, fieldState }) => (
                    <NoteField
                      key={String(isBack)}
                      label={texts.note}
                      placeholder={texts.notePlaceholder}
                      value={field.value}
                      onChange={field.onChange}
                      error={fieldState.error?.message}
                    />
                  )}
                />
              </Section>
            </div>
            <CheckPanel
              checked={checked}
              typed={comparableOf({ ...values, phone: values.cellPhone })}
              onAdd={({ id }) => addition.mutate({ id, form: values })}
            />
          </div>
          <Footer dockTitle={dockTitle} isPending={creation.isPending} onCancel={() => void cancel()} />
        </form>
      </FormProvider>
    </Modal>
  );
}

type FooterProps = { dockTitle: string; isPending: boolean; onCancel: () => void };

function Footer({ dockTitle, isPending, onCancel }: FooterProps) {
  // Docked dialogs are shown with tasks.
  const maySeeDocks = usePermission('TASK_VIEW');
  return (
    <Group className={classes.footer} justify="flex-end" gap={8}>
      {maySeeDocks && (
        <Button
          variant="subtle"
          mr="auto"
          leftSection={<IconLayoutBottombarCollapse size={16} aria-hidden />}
          disabled={isPending}
          onClick={() => dockNewLead(dockTitle)}
        >
          {texts.dock}
        </Button>
      )}
      <Button variant="default" disabled={isPending} onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit" loading={isPending}>
        {texts.add}
      </Button>
    </Group>
  );
}

/** Returns a function that scrolls to the first error after the next render. */
function useScrollToError(form: RefObject<HTMLFormElement | null>): () => void {
  const isRefused = useRef(false);
  // Runs after each render, because the messages render some time after the error response.
  useEffect(() => {
    if (isRefused.current && scrollToFirstError(form.current)) isRefused.current = false;
  });
  return () => {
    isRefused.current = true;
  };
}

/** Scrolls to the first invalid field and focuses it. Returns whether there is one. */
function scrollToFirstError(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
  return field !== null && field !== undefined;
}

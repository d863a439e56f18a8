import { useDialogForm } from '@/shared/ui/use-dialog-form';
import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { Controller, FormProvider, type Resolver, useForm } from 'react-hook-form';
import type { Lead } from '@/api/types';
import { modalWidths } from '@/shared/lib/constants';
import { useDraftForm } from '@/shared/lib/use-draft';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { DateField } from '@/shared/ui/date-field';
import { ContactSection } from '../create/contact-section';
import { refusedFields } from '../create/create-lead';
import { leadResolver } from '../create/lead-form';
import { OriginSection } from '../create/origin-section';
import { OwnerSection } from '../create/owner-section';
import { ScenarioSection } from '../create/scenario-section';
import { Section } from '../create/section';
import { changeOf, type EditForm, formOf } from './edit-form';
import classes from './lead-page.module.css';
import { useLeadChange } from './lead-work';
import { texts } from './texts';

type Props = { lead: Lead; onClose: () => void };

/** Edits a lead's details and owners. */
export default function EditDialog({ lead, onClose }: Props) {
  const isPhone = useIsPhone();
  const work = useLeadChange(lead);
  const form = useForm<EditForm>({
    defaultValues: formOf(lead),
    resolver: leadResolver as unknown as Resolver<EditForm>,
  });
  useDraftForm(`lead ${lead.id}`, form);
  const { leave, close } = useDialogForm(form, onClose);
  const save = form.handleSubmit((values) =>
    work.mutate(
      { act: 'edit', change: changeOf(lead, values) },
      {
        onSuccess: () => {
          close();
        },
        onError: (error) => {
          for (const [field, message] of refusedFields(error)) form.setError(field, { message });
        },
      },
    ),
  );
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={texts.editLead}
      size={modalWidths.medium}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <FormProvider {...form}>
        <form onSubmit={save} noValidate className={classes.editForm}>
          <ContactSection />
          <ScenarioSection />
          <OriginSection />
          <OwnerSection />
          <Section title={texts.followUp}>
            <Controller
              control={form.control}
              name="nextFollowUpOn"
              render={({ field }) => (
                <DateField
                  {...field}
                  aria-label={texts.followUp}
                  clearable
                  clearButtonProps={{ 'aria-label': `Clear ${texts.followUp}` }}
                />
              )}
            />
          </Section>
          {work.isError && refusedFields(work.error).length === 0 && <p role="alert">{work.error.message}</p>}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => void leave()}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={work.isPending}>
              {texts.save}
            </Button>
          </Group>
        </form>
      </FormProvider>
    </Modal>
  );
}

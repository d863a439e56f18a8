import { useDraftForm } from '@/shared/lib/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { useDialogForm } from '@/shared/ui/use-dialog-form';
import '@/shared/ui/modal-styles';
import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { modalWidths } from '@/shared/lib/constants';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { toast } from '@/shared/ui/toasts/toast-store';
import { DetailsFields } from '../settings/details-panel';
import { TimeZoneField } from '../settings/time-zone-field';
import { branchPart, emptyForm, fieldOf, resolverOf, type UnitForm } from '../settings/unit-form';
import formClasses from '../settings/unit-form.module.css';
import { useCreateBranch } from './branch-list';
import { texts } from './texts';

/** Creates a branch with name and address. Other settings are on the branch's own page. */
export default function NewBranchDialog({ company, onClose }: { company: number; onClose: () => void }) {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<UnitForm>({
    defaultValues: emptyForm,
    resolver: resolverOf(false),
  });
  const create = useCreateBranch(company);
  useDraftForm('new branch', form);
  const { leave, close, showErrors } = useDialogForm(form, onClose);
  const submit = form.handleSubmit((values) =>
    create.mutate(
      { body: branchPart(values), key },
      {
        onSuccess: async (branch) => {
          toast.success(texts.created(branch.displayName));
          close();
          await navigate({ to: '/app/settings/branches/$branchId', params: { branchId: branch.id } });
        },
        onError: (error) => showErrors(error, fieldOf),
      },
    ),
  );
  return (
    <Modal opened onClose={() => void leave()} title={texts.newTitle} size={modalWidths.medium} fullScreen={isPhone}>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <fieldset disabled={create.isPending} className={formClasses.panels}>
            <div className={formClasses.fields}>
              <DetailsFields />
              <TimeZoneField placeholder={texts.companyTimeZone} />
            </div>
          </fieldset>
          <DialogFoot submit={texts.create} loading={create.isPending} onCancel={() => void leave()} />
        </form>
      </FormProvider>
    </Modal>
  );
}

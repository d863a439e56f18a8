import { useKeptForm } from '@/shared/lib/use-kept';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
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
  const { isDirty } = form.formState;
  useKeptForm('new branch', form);
  const isDone = useRef(false);
  const work = useUnsavedWork({ isDirty: () => isDirty && !isDone.current, discard: () => form.reset() });
  const leave = async () => {
    if (await work.confirm()) onClose();
  };
  const submit = form.handleSubmit((values) =>
    create.mutate(
      { body: branchPart(values), key },
      {
        onSuccess: async (branch) => {
          isDone.current = true;
          toast.success(texts.created(branch.displayName));
          onClose();
          await navigate({ to: '/app/settings/branches/$branchId', params: { branchId: branch.id } });
        },
        onError: (error) => {
          const problems = Object.entries(error instanceof ApiError ? error.fields : {});
          for (const [path, message] of problems) form.setError(fieldOf(path), { message }, { shouldFocus: true });
          if (problems.length === 0) toast.error(error.message);
        },
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

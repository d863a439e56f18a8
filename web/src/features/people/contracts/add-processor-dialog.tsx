import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { useActiveUser } from '@/shared/session/me';
import { toast } from '@/shared/ui/toasts/toast-store';
import { openUnitsQuery } from '../users/user-calls';
import users from '../users/users.module.css';
import { type Contract, useContractChange } from './contracts';
import classes from './contracts.module.css';
import { texts } from './texts';

type ProcessorForm = { email: string; unit: string | null };

const resolver = schemaResolver<ProcessorForm>(
  z.object({
    email: z
      .string()
      .trim()
      .min(1, texts.emailRequired)
      .regex(/^(\S+@\S+\.\S+)?$/, texts.emailRule),
    unit: z.string({ error: texts.branchRequired }),
  }),
);

type Props = { contract: Contract; onClose: () => void };

/** Adds a user of the processing company to a branch. */
export default function AddProcessorDialog({ contract, onClose }: Props) {
  const { WizeOrgUnit } = useActiveUser();
  const units = useQuery(openUnitsQuery(WizeOrgUnit.id));
  const form = useForm<ProcessorForm>({
    defaultValues: { email: '', unit: null },
    resolver,
    reValidateMode: 'onChange',
  });
  const { errors } = form.formState;
  const change = useContractChange(true);
  const submit = form.handleSubmit(({ email, unit }) =>
    change.mutate(
      { act: 'add', id: contract.id, email, unit: Number(unit) },
      {
        onSuccess: () => {
          toast.success(texts.added);
          onClose();
        },
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {};
          const { email: atEmail, WizeOrgUnitId: atUnit } = fields;
          if (atEmail) form.setError('email', { message: atEmail }, { shouldFocus: true });
          if (atUnit) form.setError('unit', { message: atUnit });
          if (!atEmail && !atUnit) toast.error(error.message);
        },
      },
    ),
  );
  return (
    <Modal opened onClose={onClose} title={texts.addTo(contract.name)} size={modalWidths.small}>
      <form noValidate onSubmit={submit}>
        <p className={users.lead}>{texts.addText}</p>
        <fieldset disabled={change.isPending} className={classes.fields}>
          <TextInput
            label={texts.email}
            type="email"
            required
            data-autofocus
            autoComplete="off"
            {...form.register('email')}
            error={errors.email?.message}
          />
          <Controller
            control={form.control}
            name="unit"
            render={({ field }) => (
              <Select
                {...field}
                label={texts.branch}
                required
                data={(units.data ?? []).map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
                allowDeselect={false}
                error={errors.unit?.message}
              />
            )}
          />
        </fieldset>
        <DialogFoot submit={texts.save} loading={change.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

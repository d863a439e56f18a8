import { useDraftForm } from '@/shared/lib/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { toast } from '@/shared/ui/toasts/toast-store';
import type { KeyOwner, KeyScope } from './key-calls';
import { useCreateKey } from './key-calls';
import { emptyKey, type KeyForm, keyOf, keyResolver } from './key-form';
import classes from './keys.module.css';
import { SecretOnce } from './secret-once';
import { texts } from './texts';

type Props = { owner: KeyOwner; scopes: readonly KeyScope[]; onClose: () => void };

/** Creates a key, then shows its secret once. */
export default function NewKeyDialog({ owner, scopes, onClose }: Props) {
  const create = useCreateKey();
  const form = useForm<KeyForm>({ defaultValues: emptyKey, resolver: keyResolver, reValidateMode: 'onChange' });
  const { isDirty, errors } = form.formState;
  useDraftForm('new key', form);
  const work = useUnsavedWork({ isDirty: () => isDirty && !create.isSuccess, discard: () => form.reset() });
  const leave = async () => {
    if (await work.confirm()) onClose();
  };
  const refused = (error: Error) => {
    const problems = Object.entries(error instanceof ApiError ? error.fields : {});
    for (const [field, message] of problems) {
      form.setError(field.startsWith('scopes') ? 'scopes' : field === 'name' ? 'name' : 'days', { message });
    }
    if (problems.length === 0) toast.error(error.message);
  };
  const submit = form.handleSubmit((values) => create.mutate(keyOf(values, owner), { onError: refused }));
  if (create.data) {
    return (
      <Modal opened onClose={onClose} title={texts.madeTitle} size={modalWidths.medium} closeOnClickOutside={false}>
        <SecretOnce made={create.data} onDone={onClose} />
      </Modal>
    );
  }
  return (
    <Modal opened onClose={() => void leave()} title={texts.newTitle} size={modalWidths.small}>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={create.isPending} className={classes.fields}>
          <TextInput
            label={texts.name}
            description={texts.nameHelp}
            required
            data-autofocus
            autoComplete="off"
            {...form.register('name')}
            error={errors.name?.message}
          />
          <Controller
            control={form.control}
            name="scopes"
            render={({ field }) => (
              <Checkbox.Group
                label={texts.scopesLabel}
                description={texts.scopesHelp}
                required
                value={field.value}
                onChange={field.onChange}
                error={errors.scopes?.message}
                inputWrapperOrder={['label', 'description', 'input', 'error']}
              >
                <div className={classes.scopes}>
                  {scopes.map(({ code, purpose }) => (
                    <Checkbox key={code} value={code} label={purpose} description={code} />
                  ))}
                </div>
              </Checkbox.Group>
            )}
          />
          <Controller
            control={form.control}
            name="days"
            render={({ field }) => (
              <Select
                {...field}
                label={texts.life}
                data={Object.entries(texts.lives).map(([value, label]) => ({ value, label }))}
                allowDeselect={false}
                error={errors.days?.message}
              />
            )}
          />
        </fieldset>
        <DialogFoot submit={texts.make} loading={create.isPending} onCancel={() => void leave()} />
      </form>
    </Modal>
  );
}

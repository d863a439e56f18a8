import { useDraftForm } from '@/shared/lib/use-draft';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { useDialogForm } from '@/shared/ui/use-dialog-form';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Modal, Select, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type CompanyList, type ListEntry, type ListName, useListChange } from './company-list';
import classes from './list-card.module.css';
import { type ListTexts, texts } from './texts';

type EntryForm = { name: string; kind: string | null; targetMinutes: string };

const name = z.string().trim().min(1, texts.nameRequired);
const targetMinutes = z.string().regex(/^$|^[1-9]\d{0,4}$|^100000$/, texts.targetWrong);
const resolverOf = (hasKinds: boolean) =>
  schemaResolver<EntryForm>(
    z.object(hasKinds ? { name, targetMinutes, kind: z.string({ error: texts.chooseKind }) } : { name, targetMinutes }),
  );

type Props = {
  list: ListName;
  words: ListTexts;
  kinds: CompanyList['kinds'];
  /** The entry to change, or null for a new one. */
  entry: ListEntry | null;
  onClose: () => void;
};

/** Edits an entry's name and kind. */
export default function EntryDialog({ list, words, kinds, entry, onClose }: Props) {
  const form = useForm<EntryForm>({
    defaultValues: {
      name: entry?.name ?? '',
      kind: entry?.kind ?? null,
      targetMinutes: entry?.targetMinutes?.toString() ?? '',
    },
    resolver: resolverOf(kinds.length > 0),
    reValidateMode: 'onChange',
  });
  const { errors } = form.formState;
  useDraftForm(`entry of ${list}`, form, { opened: entry ?? 'new' });
  // A new entry starts with its kind's time limit.
  const isTimed = list === 'lead-statuses' && entry !== null;
  const kindMinutes = kinds.find(({ code }) => code === form.watch('kind'))?.targetMinutes ?? null;
  const isFixed = list === 'loan-stages' && entry !== null;
  const change = useListChange(list, true);
  const { leave, close } = useDialogForm(form, onClose);
  const submit = form.handleSubmit((values) => {
    const kind = kinds.length > 0 ? { kind: values.kind } : {};
    const target = isTimed ? { targetMinutes: Number(values.targetMinutes) } : {};
    const body = { name: values.name, ...kind, ...target };
    change.mutate(entry ? { act: 'edit', entry, body } : { act: 'add', body }, {
      onSuccess: () => {
        toast.success(entry ? texts.saved(values.name.trim()) : texts.added(values.name.trim()));
        close();
      },
      onError: (error) => {
        const problems = Object.entries(error instanceof ApiError ? error.fields : {});
        for (const [field, message] of problems) {
          form.setError(field as keyof EntryForm, { message }, { shouldFocus: true });
        }
        if (problems.length === 0) form.setError('name', { message: error.message }, { shouldFocus: true });
      },
    });
  });
  return (
    <Modal opened onClose={() => void leave()} title={entry ? words.edit : words.add} size={modalWidths.small}>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={change.isPending} className={classes.fields}>
          <TextInput
            label={texts.name}
            required
            data-autofocus
            maxLength={80}
            autoComplete="off"
            {...form.register('name')}
            error={errors.name?.message}
          />
          {kinds.length > 0 && (
            <Controller
              control={form.control}
              name="kind"
              render={({ field }) => (
                <Select
                  {...field}
                  label={texts.kind}
                  description={isFixed ? texts.kindStays : texts.kindHelp}
                  disabled={isFixed}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  required
                  data={kinds.map(({ code, name: label }) => ({ value: code, label }))}
                  allowDeselect={false}
                  error={errors.kind?.message}
                />
              )}
            />
          )}
          {isTimed && (
            <TextInput
              label={texts.target}
              description={texts.targetHelp(kindMinutes)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              inputMode="numeric"
              autoComplete="off"
              {...form.register('targetMinutes')}
              error={errors.targetMinutes?.message}
            />
          )}
        </fieldset>
        <DialogFoot submit={texts.save} loading={change.isPending} onCancel={() => void leave()} />
      </form>
    </Modal>
  );
}

import '@mantine/core/styles/Combobox.layer.css';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Suspense, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { FieldEdit } from '@/api/types';
import { onDemand } from '@/shared/lib/on-demand';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { useKept } from '@/shared/lib/use-kept';
import { PhoneInput } from '@/shared/ui/phone-input';
import { editsOf, problemsOf, resolved, type Typed } from './edits';
import { loanQuery } from './loan';
import classes from './loan-info-page.module.css';
import { conflictsOf, useSaveEdits } from './save-edits';
import type { EditableField } from './sections/section';
import { texts } from './texts';

const ConflictDialog = onDemand(() => import('./conflict-dialog'));

type Props = {
  loanId: number;
  label: string;
  fields: readonly EditableField[];
  /** The loan was closed for changes while one typed: what was typed stays to be read. */
  isReadOnly: boolean;
  onClose: () => void;
};

/** Under which name what is typed into a section is kept beyond the end of a session. */
export const keptName = (loanId: number, label: string): string => `loan ${loanId} ${label}`;

/** The fields of a section that can be changed. Only what changed is sent. */
export function SectionForm({ loanId, label, fields: current, isReadOnly, onClose }: Props) {
  // Changes are measured against what was shown when editing began, whatever arrives meanwhile.
  const [fields] = useState(current);
  const [typed, setTyped] = useState<Typed>({});
  const [isChecked, setChecked] = useState(false);
  const [sent, setSent] = useState<FieldEdit[]>([]);
  const queryClient = useQueryClient();
  const save = useSaveEdits(loanId, onClose);
  const edits = editsOf(fields, typed);
  useKept(keptName(loanId, label), () => (edits.length > 0 ? typed : undefined), setTyped);
  const work = useUnsavedWork({ isDirty: () => edits.length > 0 && !save.isSuccess, discard: onClose });

  const refused = save.error instanceof ApiError ? save.error.fields : {};
  const problems: Record<string, string> = { ...refused, ...(isChecked ? problemsOf(fields, typed) : {}) };
  const conflicts = conflictsOf(save.error);

  const send = (body: FieldEdit[]) => {
    setSent(body);
    save.mutate(body);
  };
  const decide = (body: FieldEdit[]) => {
    if (body.length > 0) send(body);
    else {
      // Theirs is used throughout: it only has to be fetched.
      void queryClient.invalidateQueries({ queryKey: loanQuery(loanId).queryKey });
      onClose();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(problemsOf(fields, typed)).length > 0) return;
    if (edits.length > 0) send(edits);
    else onClose();
  };
  const cancel = async () => {
    if (await work.confirm()) onClose();
  };

  return (
    <form onSubmit={submit} noValidate aria-label={label} className={classes.form}>
      <fieldset disabled={isReadOnly || save.isPending} className={classes.fields}>
        {fields.map((field, index) => (
          <Field
            key={field.path}
            field={field}
            isFirst={index === 0}
            value={typed[field.path] ?? field.value}
            error={problems[field.path]}
            onChange={(value) => setTyped({ ...typed, [field.path]: value })}
          />
        ))}
      </fieldset>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => void cancel()}>
          {texts.cancel}
        </Button>
        <Button type="submit" disabled={isReadOnly} loading={save.isPending}>
          {texts.save}
        </Button>
      </Group>
      <Suspense>
        {conflicts.length > 0 && (
          <ConflictDialog
            fields={fields}
            edits={sent}
            conflicts={conflicts}
            onDecided={(choices) => decide(resolved(sent, conflicts, choices))}
            onClose={save.reset}
          />
        )}
      </Suspense>
    </form>
  );
}

type FieldProps = {
  field: EditableField;
  isFirst: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Field({ field, isFirst, value, error, onChange }: FieldProps) {
  const { kind, label, choices = [] } = field;
  if (kind === 'choice') {
    return (
      <Select
        label={label}
        data={[...choices]}
        searchable={choices.length > 10}
        value={value || null}
        error={error}
        onChange={(choice) => onChange(choice ?? '')}
      />
    );
  }
  if (kind === 'phone')
    return <PhoneInput label={label} value={value} error={error} onChange={onChange} autoComplete="off" />;
  return (
    <TextInput
      ref={isFirst ? focusOnce : undefined}
      label={label}
      type={kind === 'email' ? 'email' : 'text'}
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Whoever pressed Edit wants to type. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus();

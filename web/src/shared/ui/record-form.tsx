import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, type Path, type Resolver, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { useDraftForm } from '@/shared/lib/use-draft';
import { dayAndTime } from '../lib/format';
import { useUnsavedWork } from '../lib/unsaved-changes';
import { useFocusAfter } from '../lib/use-focus-after';
import { Status } from './announcer/status';
import classes from './record-form.module.css';
import { toast } from './toasts/toast-store';

const texts = {
  save: 'Save changes',
  discard: 'Discard',
  unsaved: 'You have unsaved changes.',
  saved: 'Saved.',
  kept: 'Your own changes are kept; save again to put them over these.',
} as const;

type Stale<Record> = { record: Record; changedAt?: string | null };

/** The current record in a 409 response, if someone else saved first. */
function staleOf<Record>(error: Error): Stale<Record> | null {
  if (!(error instanceof ApiError) || error.code !== 'LWAPI10409') return null;
  return (error.body as { details?: Stale<Record> }).details ?? null;
}

type Props<Record extends { version: number }, Form extends FieldValues> = {
  /** The record as first shown. Later updates don't overwrite the user's input. */
  record: Record;
  formOf: (record: Record) => Form;
  resolver: Resolver<Form>;
  /** The form field for a path in the server's validation errors. */
  fieldOf: (path: string) => Path<Form>;
  save: (form: Form, version: number) => Promise<Record>;
  children: ReactNode;
};

/** A form for a versioned record: one Save button, and a conflict dialog if someone else saved first. */
export function RecordForm<Record extends { version: number }, Form extends FieldValues>(props: Props<Record, Form>) {
  const { record, formOf, resolver, fieldOf, save, children } = props;
  const base = useRef(record);
  const form = useForm<Form>({ defaultValues: formOf(record) as DefaultValues<Form>, resolver });
  const { isDirty, dirtyFields, isSubmitting } = form.formState;
  useDraftForm(`form of ${window.location.pathname}`, form);
  const [notice, setNotice] = useState<string | null>(null);
  const start = (from: Record) => {
    base.current = from;
    setNotice(null);
    form.reset(formOf(from));
  };
  useUnsavedWork({ isDirty: () => isDirty && !isSubmitting, discard: () => start(base.current) });
  // Fields that are disabled during submission lose the focus, and the button disappears with its bar.
  const element = useRef<HTMLFormElement>(null);
  const pressed = useRef<Element | null>(null);
  useFocusAfter(isSubmitting, () => {
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const back = pressed.current instanceof HTMLElement && pressed.current.isConnected ? pressed.current : null;
    (wrong ?? back ?? element.current)?.focus();
  });

  const refused = (error: Error) => {
    const stale = staleOf<Record>(error);
    if (stale) {
      const mine = form.getValues();
      const kept = Object.keys(dirtyFields) as Path<Form>[];
      start(stale.record);
      for (const field of kept) form.setValue(field, mine[field], { shouldDirty: true });
      setNotice(`${error.message.replace(/\.$/, '')} (${dayAndTime(stale.changedAt)}). ${texts.kept}`);
      return;
    }
    const problems = Object.entries(error instanceof ApiError ? error.fields : {});
    for (const [path, message] of problems) form.setError(fieldOf(path), { message }, { shouldFocus: true });
    setNotice(problems.length === 0 ? error.message : null);
  };
  const submit = form.handleSubmit(async (values) => {
    try {
      start(await save(values, base.current.version));
      toast.success(texts.saved);
    } catch (error) {
      refused(error as Error);
    }
  });
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        tabIndex={-1}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          pressed.current = document.activeElement;
          void submit(event);
        }}
      >
        <fieldset disabled={isSubmitting} className={classes.panels}>
          {children}
        </fieldset>
        {(isDirty || isSubmitting) && (
          <div className={classes.bar}>
            {notice ? (
              <span role="alert" data-notice>
                {notice}
              </span>
            ) : (
              <Status text={texts.unsaved} />
            )}
            <Button variant="default" disabled={isSubmitting} onClick={() => start(base.current)}>
              {texts.discard}
            </Button>
            <Button type="submit" loading={isSubmitting}>
              {texts.save}
            </Button>
          </div>
        )}
      </form>
    </FormProvider>
  );
}

import { type ReactNode, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { dayAndTime } from '@/shared/lib/format';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { toast } from '@/shared/ui/toasts/toast-store';
import { SaveBar } from './save-bar';
import { texts } from './texts';
import { staleOf, type Unit, useSaveUnit } from './unit';
import { changedFields, changeOf, fieldOf, formOf, labelOf, resolverOf, type UnitForm } from './unit-form';
import classes from './unit-form.module.css';

/** The form around a unit's settings: one Save for the page, and what happens when another was faster. */
export function UnitFormFrame({ unit, children }: { unit: Unit; children: ReactNode }) {
  const isCompany = unit.type !== 'BRANCH';
  // What was shown when one began to type, whatever arrives meanwhile.
  const base = useRef(unit);
  const form = useForm<UnitForm>({
    defaultValues: formOf(unit),
    resolver: resolverOf(isCompany),
    reValidateMode: 'onChange',
  });
  const { isDirty, dirtyFields } = form.formState;
  const save = useSaveUnit(unit.id);
  const [notice, setNotice] = useState<string | null>(null);
  const start = (from: Unit) => {
    base.current = from;
    setNotice(null);
    form.reset(formOf(from));
  };
  useUnsavedWork({ isDirty: () => isDirty && !save.isPending, discard: () => start(base.current) });

  const keepMine = (theirs: Unit) => {
    const mine = form.getValues();
    const kept = Object.keys(dirtyFields) as (keyof UnitForm)[];
    start(theirs);
    for (const field of kept) form.setValue(field, mine[field], { shouldDirty: true });
  };
  const refused = (error: Error) => {
    const stale = staleOf<Unit>(error);
    if (stale) {
      const fields = changedFields(base.current, stale.record).map((field) => labelOf[field]);
      keepMine(stale.record);
      const what = fields.length > 0 ? texts.kept(fields.join(', ')) : texts.keptNone;
      setNotice(`${error.message.replace(/\.$/, '')} (${dayAndTime(stale.changedAt)}). ${what}`);
      return;
    }
    const problems = Object.entries(error instanceof ApiError ? error.fields : {});
    for (const [path, message] of problems) form.setError(fieldOf(path), { message }, { shouldFocus: true });
    setNotice(problems.length === 0 ? error.message : null);
  };
  const submit = form.handleSubmit((values) =>
    save.mutate(
      { body: changeOf(values, isCompany), version: base.current.version },
      {
        onSuccess: (saved) => {
          start(saved);
          toast.success(texts.saved);
        },
        onError: refused,
      },
    ),
  );

  return (
    <FormProvider {...form}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <fieldset disabled={save.isPending} className={classes.panels}>
          {children}
        </fieldset>
        {(isDirty || save.isPending) && (
          <SaveBar isSaving={save.isPending} notice={notice} onDiscard={() => start(base.current)} />
        )}
      </form>
    </FormProvider>
  );
}

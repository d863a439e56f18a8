import { type ReactNode, Suspense, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { dayAndTime } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { staleOf } from '@/shared/lib/stale-record';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { useDraftForm } from '@/shared/lib/use-draft';
import { toast } from '@/shared/ui/toasts/toast-store';
import type { Moves } from './moves-dialog';
import { SaveBar } from './save-bar';
import { texts } from './texts';
import { type Unit, usePreviewCalendar, useSaveUnit } from './unit';
import {
  calendarFields,
  changedFields,
  changeOf,
  fieldOf,
  formOf,
  labelOf,
  resolverOf,
  type UnitForm,
} from './unit-form';
import classes from './unit-form.module.css';

const MovesDialog = onDemand(() => import('./moves-dialog'));

/** The form around a unit's settings, with one Save button for the page and a dialog for conflicts. */
export function UnitFormFrame({ unit, children }: { unit: Unit; children: ReactNode }) {
  const isCompany = unit.type !== 'BRANCH';
  // The version on which the user's edits are based. Refetches don't change it.
  const base = useRef(unit);
  const form = useForm<UnitForm>({
    defaultValues: formOf(unit),
    resolver: resolverOf(isCompany),
    reValidateMode: 'onChange',
  });
  const { isDirty, dirtyFields } = form.formState;
  useDraftForm(`unit ${unit.id}`, form);
  const save = useSaveUnit(unit.id);
  const preview = usePreviewCalendar(unit.id);
  const [moves, setMoves] = useState<Moves | null>(null);
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
  const write = (values: UnitForm) => {
    setMoves(null);
    save.mutate(
      { body: changeOf(values, isCompany), version: base.current.version },
      {
        onSuccess: (saved) => {
          start(saved);
          toast.success(texts.saved);
        },
        onError: refused,
      },
    );
  };
  // The user sees which deadlines a change of business days moves before it is saved.
  const submit = form.handleSubmit((values) => {
    if (!calendarFields.some((field) => dirtyFields[field])) return write(values);
    preview.mutate(
      { body: changeOf(values, isCompany), version: base.current.version },
      {
        onSuccess: (found) => (found.count > 0 || found.isMore ? setMoves(found) : write(values)),
        onError: refused,
      },
    );
  });
  const isSaving = save.isPending || preview.isPending;

  return (
    <FormProvider {...form}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <fieldset disabled={isSaving} className={classes.panels}>
          {children}
        </fieldset>
        {(isDirty || isSaving) && <SaveBar isSaving={isSaving} notice={notice} onDiscard={() => start(base.current)} />}
      </form>
      {moves && (
        <Suspense>
          <MovesDialog moves={moves} onSave={form.handleSubmit(write)} onClose={() => setMoves(null)} />
        </Suspense>
      )}
    </FormProvider>
  );
}

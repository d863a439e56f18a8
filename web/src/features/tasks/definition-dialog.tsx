import '@/shared/ui/modal-styles';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import { onDemand } from '@/shared/lib/on-demand';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { useDraft } from '@/shared/lib/use-draft';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { toast } from '@/shared/ui/toasts/toast-store';
import classes from './templates/templates.module.css';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

type Form<Values> = { values: Values; errors: Record<string, string>; put: (part: Partial<Values>) => void };

type Props<Values> = {
  title: string;
  /** The key of the stored draft, and the state for reopening the dialog. */
  draft: { key: string; opened: unknown };
  size: number;
  words: { save: string; remove: string; removeTitle: string; cancel: string };
  /** Initial form values. */
  initial: Values;
  /** The question before removal, or null for a new record. */
  removal: string | null;
  isPending: boolean;
  /** Saves the values, or removes the record. */
  send: (values: Values | null) => Promise<unknown>;
  children: (form: Form<Values>) => ReactNode;
  /** Content below the fields. */
  below?: ReactNode;
  onClose: () => void;
};

/** A dialog for a template or rule, with a form, Save and Remove. */
export function DefinitionDialog<Values>(props: Props<Values>) {
  const { title, draft: kept, size, words, initial, removal, isPending, send, children, below, onClose } = props;
  const isPhone = useIsPhone();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [asksRemoval, setAsksRemoval] = useState(false);
  const isDone = useRef(false);
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial);
  useDraft<{ values: Values; opened: unknown }>(
    kept.key,
    () => (isDirty ? { values, opened: kept.opened } : undefined),
    (typed) => setValues(typed.values),
  );
  const work = useUnsavedWork({ isDirty: () => isDirty && !isDone.current, discard: () => setValues(initial) });
  const leave = async () => {
    if (await work.confirm()) onClose();
  };
  const finish = async (body: Values | null) => {
    try {
      await send(body);
      isDone.current = true;
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) toast.error((error as Error).message);
    }
  };
  return (
    <Modal opened onClose={() => void leave()} title={title} size={size} fullScreen={isPhone}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void finish(values);
        }}
      >
        <fieldset disabled={isPending} className={classes.fields}>
          {children({ values, errors, put: (part) => setValues({ ...values, ...part }) })}
        </fieldset>
        {below}
        {removal && (
          <Button variant="subtle" color="red" mt={12} onClick={() => setAsksRemoval(true)}>
            {words.remove}
          </Button>
        )}
        <DialogFoot submit={words.save} loading={isPending} onCancel={() => void leave()} />
      </form>
      <Suspense>
        {asksRemoval && removal && (
          <ConfirmDialog
            title={words.removeTitle}
            question={removal}
            no={words.cancel}
            yes={words.remove}
            onAnswer={(yes) => {
              setAsksRemoval(false);
              if (yes) void finish(null);
            }}
          />
        )}
      </Suspense>
    </Modal>
  );
}

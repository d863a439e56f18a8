import { useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { toast } from './toasts/toast-store';

/** Closing and error handling shared by dialogs with a form. */
export function useDialogForm<Values extends FieldValues>(form: UseFormReturn<Values>, onClose: () => void) {
  const isDone = useRef(false);
  const { isDirty } = form.formState;
  const work = useUnsavedWork({ isDirty: () => isDirty && !isDone.current, discard: () => form.reset() });
  return {
    /** Closes the dialog, after a question if there are unsaved changes. */
    leave: async () => {
      if (await work.confirm()) onClose();
    },
    /** Closes the dialog after its changes were saved. */
    close: () => {
      isDone.current = true;
      onClose();
    },
    /** Shows the server's errors at their fields. An error without fields is shown in a toast. */
    showErrors: (error: Error, fieldOf: (path: string) => Path<Values>) => {
      const problems = Object.entries(error instanceof ApiError ? error.fields : {});
      for (const [path, message] of problems) form.setError(fieldOf(path), { message }, { shouldFocus: true });
      if (problems.length === 0) toast.error(error.message);
    },
  };
}

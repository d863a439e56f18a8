import { problemAt } from '../assessment';
import { useForm, useFormValue } from '../form-context';

/** What every kind of field needs: its path, its label, and whether a table's head already shows the label. */
export type FieldProps = {
  path: string;
  label: string;
  kind: string;
  list: string;
  section: string;
  isInTable: boolean;
};

/** The id of a field's first control. Problems and links focus it. */
export const idOf = (path: string): string => `field:${path}`;

/** The message and the mark at a field, and the attributes that connect its control with them. */
export function useFieldState(path: string) {
  const { store, isReadOnly } = useForm();
  const problem = useFormValue((form) => form.problem(path));
  const mark = useFormValue((form) => form.mark(path));
  const id = idOf(path);
  const hasRule = useFormValue(({ document }) => problemAt(document, path) !== undefined);
  const hasNote = Boolean(problem) || mark !== undefined;
  const describedBy = [hasNote && `${id}:note`, hasRule && `${id}:rule`].filter(Boolean).join(' ') || undefined;
  const aria = { id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': describedBy } as const;
  return { store, isReadOnly, problem, mark, aria };
}

import { lazy, Suspense } from 'react';
import classes from './note.module.css';

const NoteEditor = lazy(() => import('./note-editor'));

export type NoteFieldProps = {
  label: string;
  /** Initial value as HTML. Change the `key` to reset it. */
  value: string;
  placeholder?: string;
  /** Called with HTML, or an empty text if the note is blank. */
  onChange: (html: string) => void;
  error?: string | undefined;
};

/** A field for a note. Its editor is loaded when the first one is shown. */
export function NoteField(props: NoteFieldProps) {
  return (
    <Suspense fallback={<div className={classes.editor} aria-busy />}>
      <NoteEditor {...props} />
    </Suspense>
  );
}

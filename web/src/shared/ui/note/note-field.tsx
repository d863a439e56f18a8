import { lazy, Suspense } from 'react';
import classes from './note.module.css';

const NoteEditor = lazy(() => import('./note-editor'));

export type NoteFieldProps = {
  label: string;
  /** What it begins with, HTML. To begin anew, give it another key. */
  value: string;
  placeholder?: string;
  /** Is told HTML, and an empty text where the note is blank. */
  onChange: (html: string) => void;
  error?: string | undefined;
};

/** A note to be written. The editor is fetched when the first one is shown. */
export function NoteField(props: NoteFieldProps) {
  return (
    <Suspense fallback={<div className={classes.editor} aria-busy />}>
      <NoteEditor {...props} />
    </Suspense>
  );
}

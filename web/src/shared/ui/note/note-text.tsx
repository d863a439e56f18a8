import { SafeHtml } from '../safe-html';
import classes from './note.module.css';

/** Displays a note with its pictures. */
export function NoteText({ html }: { html: string }) {
  return (
    <div className={classes.text}>
      <SafeHtml html={html} of="note" />
    </div>
  );
}

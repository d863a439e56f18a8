import { unsavedQuestion } from '../lib/unsaved-changes';
import ConfirmDialog from './confirm-dialog';

/** Asks before unsaved work is lost. */
export default function UnsavedChangesDialog() {
  return (
    <ConfirmDialog
      title="Unsaved changes"
      question={unsavedQuestion.text() ?? 'There are unsaved changes. Are you sure you want to continue?'}
      no="No"
      yes="Yes"
      onAnswer={unsavedQuestion.answer}
    />
  );
}

import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { clockTime } from '@/shared/lib/format';
import classes from './form.module.css';
import { useForm, useFormValue } from './form-context';
import { texts } from './texts';

/** Whether the edits are saved, since when, and how to try again. */
export function SaveStatus() {
  const { store } = useForm();
  const state = useFormValue((form) => form.saveState);
  const refused = useFormValue((form) => form.problemCount);
  const isOffline = useFormValue(() => !navigator.onLine);
  return (
    <div className={classes.saveStatus} role="status" data-kind={refused > 0 ? 'failed' : state.kind}>
      {state.kind === 'failed' ? (
        <>
          <IconAlertTriangle size={15} aria-hidden />
          <strong>{texts.notSaved}</strong>
          <span>{isOffline ? texts.offline : state.message}</span>
          <Button variant="default" size="compact-xs" onClick={() => store.flush()}>
            {texts.retry}
          </Button>
        </>
      ) : refused > 0 ? (
        <>
          <IconAlertTriangle size={15} aria-hidden />
          <strong>{texts.notSaved}</strong>
          <span>{texts.invalidFields(refused)}</span>
        </>
      ) : state.kind === 'saving' ? (
        <span>{texts.saving}</span>
      ) : state.kind === 'saved' ? (
        <>
          <IconCheck size={15} aria-hidden />
          <span>{texts.saved(clockTime(state.at))}</span>
        </>
      ) : null}
    </div>
  );
}

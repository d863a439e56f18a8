import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { Panel } from '@/shared/ui/panel';
import { texts } from './texts';
import type { UnitForm } from './unit-form';
import classes from './unit-form.module.css';

/** The session timeout, and whether second-factor resets need approval. */
export function SignInPanel() {
  const { register, formState } = useFormContext<UnitForm>();
  return (
    <Panel title={texts.security}>
      <div className={classes.fields}>
        <TextInput
          className={classes.short}
          label={texts.sessionTimeout}
          description={texts.sessionTimeoutHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          required
          autoComplete="off"
          rightSection={<span className={classes.help}>min</span>}
          rightSectionWidth={42}
          {...register('sessionTimeoutMinutes')}
          error={formState.errors.sessionTimeoutMinutes?.message}
        />
        <Checkbox
          className={classes.whole}
          label={texts.resetApproval}
          description={texts.resetApprovalHelp}
          {...register('secondFactorResetNeedsApproval')}
        />
      </div>
    </Panel>
  );
}

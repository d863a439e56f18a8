import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPointFilled from '@tabler/icons-react/dist/esm/icons/IconPointFilled.mjs';
import { useConfig } from '../config';
import classes from './password-field.module.css';
import { type PasswordRule, passwordRules } from './password-rules';
import { texts } from './texts';

// The default description is a paragraph, which can't contain a list.
const asBlock = { component: 'div' } as Record<`data-${string}`, string>;

/** A field for a new password with a live checklist of the rules. `typed` is its value. */
export function PasswordField({ typed, ...props }: PasswordInputProps & { typed: string }) {
  const { auth } = useConfig();
  const rules = passwordRules(typed, auth);
  const met = rules.filter(({ isMet }) => isMet).length;
  return (
    <div>
      <PasswordInput
        autoComplete="new-password"
        required
        {...props}
        aria-invalid={Boolean(props.error)}
        description={<Checklist rules={rules} />}
        descriptionProps={asBlock}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
      />
      <p className="visually-hidden" aria-live="polite">
        {typed && texts.rulesMet(met, rules.length)}
      </p>
    </div>
  );
}

function Checklist({ rules }: { rules: readonly PasswordRule[] }) {
  return (
    <ul className={classes.rules}>
      {rules.map(({ label, isMet }) => (
        <li key={label} data-met={isMet}>
          {isMet ? <IconCheck size={14} aria-hidden /> : <IconPointFilled size={14} aria-hidden />}
          <span>{label}</span>
          <span className="visually-hidden">{isMet ? texts.isMet : texts.isNotMet}</span>
        </li>
      ))}
    </ul>
  );
}

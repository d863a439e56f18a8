import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import classes from './role-checks.module.css';
import { texts } from './texts';
import { useRoleName } from './use-role-name';

type Props = {
  /** Codes of the roles that the editor may grant or remove. */
  grantable: readonly string[];
  value: readonly string[];
  onChange: (roles: string[]) => void;
  error?: string | undefined;
};

/** The roles of a user. Roles that the editor may not grant are shown but fixed. */
export function RoleChecks({ grantable, value, onChange, error }: Props) {
  const roleName = useRoleName();
  const fixed = value.filter((role) => !grantable.includes(role));
  return (
    <Checkbox.Group
      label={texts.roles}
      description={texts.rolesHelp}
      required
      value={[...value]}
      onChange={onChange}
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={classes.roles}>
        {[...fixed, ...grantable].map((role) => (
          <Checkbox key={role} value={role} label={roleName(role)} disabled={!grantable.includes(role)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

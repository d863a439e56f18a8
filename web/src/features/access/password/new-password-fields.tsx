import { useFormContext } from 'react-hook-form';
import { PasswordField } from './password-field';
import { texts } from './texts';

/** Two fields for the new password, inside a form that holds both. */
export function NewPasswordFields({ retypeLabel }: { retypeLabel: string }) {
  const { register, watch, formState } = useFormContext<{ password: string; confirmPassword: string }>();
  const fields = [
    ['password', texts.newPassword],
    ['confirmPassword', retypeLabel],
  ] as const;
  return fields.map(([name, label]) => (
    <PasswordField
      key={name}
      label={label}
      typed={watch(name)}
      {...register(name)}
      error={formState.errors[name]?.message}
    />
  ));
}

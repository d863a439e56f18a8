import type { Config } from '@/api/types';
import { z } from '@/shared/lib/schema';
import { texts } from './texts';

export type PasswordLimits = Pick<Config['auth'], 'passwordMinLength' | 'passwordMaxLength'>;

export type PasswordRule = { label: string; isMet: boolean };

/** Code points, not UTF-16 units. */
const length = (password: string) => [...password].length;

/** The password rules, as the live checklist shows them. */
export const passwordRules = (password: string, { passwordMinLength }: PasswordLimits): PasswordRule[] => [
  { label: texts.rules.length(passwordMinLength), isMet: length(password) >= passwordMinLength },
  { label: texts.rules.digit, isMet: /[0-9]/.test(password) },
  { label: texts.rules.special, isMet: /[!@#$%^&*]/.test(password) },
  { label: texts.rules.uppercase, isMet: /[A-Z]/.test(password) },
  { label: texts.rules.lowercase, isMet: /[a-z]/.test(password) },
];

/** Whether a password meets every rule and the maximum length. The server checks the same. */
export const isValidPassword = (password: string, limits: PasswordLimits): boolean =>
  length(password) <= limits.passwordMaxLength && passwordRules(password, limits).every(({ isMet }) => isMet);

/** Fields of the set-password form. */
export type SetPasswordForm = { email: string; token: string; password: string; confirmPassword: string };

/** Schema of a new password and its repetition. */
export const newPasswordSchema = (limits: PasswordLimits) =>
  z
    .object({
      password: z.string().refine((password) => isValidPassword(password, limits), texts.passwordInvalid),
      confirmPassword: z.string().min(1, texts.retypeRequired),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: texts.mismatch,
      // Runs even if other fields have errors, so that all errors appear at once.
      when: () => true,
    });

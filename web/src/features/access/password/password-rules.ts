import type { Config } from '@/api/types';
import { z } from '@/shared/lib/schema';
import { texts } from './texts';

export type PasswordLimits = Pick<Config['auth'], 'passwordMinLength' | 'passwordMaxLength'>;

export type PasswordRule = { label: string; isMet: boolean };

/** Characters as people count them, not as the language stores them. */
const length = (password: string) => [...password].length;

/** The rules of a password, as the live checklist shows them. */
export const passwordRules = (password: string, { passwordMinLength }: PasswordLimits): PasswordRule[] => [
  { label: texts.rules.length(passwordMinLength), isMet: length(password) >= passwordMinLength },
  { label: texts.rules.digit, isMet: /[0-9]/.test(password) },
  { label: texts.rules.special, isMet: /[!@#$%^&*]/.test(password) },
  { label: texts.rules.uppercase, isMet: /[A-Z]/.test(password) },
  { label: texts.rules.lowercase, isMet: /[a-z]/.test(password) },
];

/** Whether a password passes: every rule, and no longer than may be. The server asks the same again. */
export const isValidPassword = (password: string, limits: PasswordLimits): boolean =>
  length(password) <= limits.passwordMaxLength && passwordRules(password, limits).every(({ isMet }) => isMet);

/** What the set-password form holds. */
export type SetPasswordForm = { email: string; token: string; password: string; confirmPassword: string };

/** A new password, typed twice. */
export const newPasswordSchema = (limits: PasswordLimits) =>
  z
    .object({
      password: z.string().refine((password) => isValidPassword(password, limits), texts.passwordInvalid),
      confirmPassword: z.string().min(1, texts.retypeRequired),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: texts.mismatch,
      // Asked whatever else is wrong: all of it is said at once.
      when: () => true,
    });

import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { newPasswordSchema, type PasswordLimits } from '../password/password-rules';
import { texts } from './texts';

/** Fields of the password form. */
export type PasswordChange = { currentPassword: string; password: string; confirmPassword: string };

const current = z.object({ currentPassword: z.string().min(1, texts.currentRequired) });

/** Validates the current password and the new one with its repetition. */
export const changeResolver = (limits: PasswordLimits) =>
  schemaResolver<PasswordChange>(current, newPasswordSchema(limits));

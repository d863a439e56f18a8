import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { newPasswordSchema, type PasswordLimits } from '../password/password-rules';
import { texts } from './texts';

/** What the form for another password holds. */
export type PasswordChange = { currentPassword: string; password: string; confirmPassword: string };

const current = z.object({ currentPassword: z.string().min(1, texts.currentRequired) });

/** The present password, and a new one typed twice. */
export const changeResolver = (limits: PasswordLimits) =>
  schemaResolver<PasswordChange>(current, newPasswordSchema(limits));

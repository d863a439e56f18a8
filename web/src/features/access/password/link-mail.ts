import { ApiError, fallbackMessage } from '@/api/errors';
import type { LinkAnswer } from '../calls';
import { texts } from './texts';

/** Thrown if a mail with a link was not sent. `isAboutEmail` tells whether the address caused it. */
export class LinkRefused extends Error {
  readonly isAboutEmail: boolean;

  constructor(message: string, isAboutEmail: boolean) {
    super(message);
    this.name = 'LinkRefused';
    this.isAboutEmail = isAboutEmail;
  }
}

/** Messages below the email field, by the specification's codes. */
const emailProblems: Record<string, string> = {
  USER_NOT_FOUND: texts.userNotFound,
  USER_COMPANY_MISMATCH: texts.userNotFound,
  USER_ALREADY_REGISTERED: texts.alreadyRegistered,
};

/** Waits for the response to a reset request. Throws `LinkRefused` unless it succeeded. */
export async function sent(call: Promise<LinkAnswer>): Promise<void> {
  const { success, message, error } = await call.catch((cause: unknown) => {
    throw refusal(cause instanceof ApiError ? [cause.code, cause.message] : []);
  });
  if (!success) throw refusal([error, message]);
}

function refusal(messages: readonly (string | null | undefined)[]): LinkRefused {
  const code = messages.find((text) => text && text in emailProblems);
  if (code) return new LinkRefused(emailProblems[code] ?? code, true);
  return new LinkRefused(messages.findLast(Boolean) ?? fallbackMessage, false);
}

import { emailToParam } from './email-param';
import { expiredReason } from './password/set-password-url';
import { texts } from './texts';

/** The reason after too many failed sign-ins. */
const blockedReason = 'user is blocked';

export type SessionEndedSearch = {
  title?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
};

/** The page's content: title and message from the address, or another reason as the message, or the defaults. */
export function sessionEndedContent({ title, message, reason }: SessionEndedSearch): {
  title: string;
  message: string;
} {
  return {
    title: title || texts.sessionEndedTitle,
    message: message || reasonText(reason) || texts.sessionEndedMessage,
  };
}

/** Search parameters for `/forgotPassword` if the reason requires a new password, else null. */
export function resetSearch({ reason }: SessionEndedSearch): { reason: string; email?: string } | null {
  if (reason === blockedReason) return { reason: expiredReason };
  const parsed = parsedReason(reason);
  if (parsed?.message !== expiredReason) return null;
  return typeof parsed.email === 'string'
    ? { reason: expiredReason, email: emailToParam(parsed.email) }
    : { reason: expiredReason };
}

/** A reason is plain text, or JSON with a message. Malformed JSON counts as plain text. */
function reasonText(reason: string | undefined): string {
  const message = parsedReason(reason)?.message;
  return message === undefined ? (reason ?? '') : String(message);
}

function parsedReason(reason: string | undefined): { message?: unknown; email?: unknown } | null {
  try {
    const parsed: unknown = JSON.parse(reason ?? '');
    return parsed && typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}

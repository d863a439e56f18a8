import { texts } from './texts';

export type SessionEndedSearch = {
  title?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
};

/** What the screen says: title and message from the address, any other reason in the message's place, else defaults. */
export function sessionEndedContent({ title, message, reason }: SessionEndedSearch): {
  title: string;
  message: string;
} {
  return {
    title: title || texts.sessionEndedTitle,
    message: message || reasonText(reason) || texts.sessionEndedMessage,
  };
}

/** A reason is plain text, or JSON with a message; malformed JSON counts as plain text. */
function reasonText(reason: string | undefined): string {
  if (!reason) return '';
  try {
    const parsed: unknown = JSON.parse(reason);
    if (parsed && typeof parsed === 'object' && 'message' in parsed) return String(parsed.message);
    return reason;
  } catch {
    return reason;
  }
}

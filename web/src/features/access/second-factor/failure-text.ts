import { texts } from './texts';

const known: Record<string, string> = texts.failures;

/** The message for a failed reset: the specification's, or the server's own as a sentence. */
export function failureText(message: string | null | undefined): string {
  if (!message) return texts.failed;
  return known[message] ?? (message.endsWith('.') ? message : `${message}.`);
}

import { texts } from './texts';

const known: Record<string, string> = texts.failures;

/** What the screen says of a reset that failed: the specification's sentence, or the server's own words as one. */
export function failureText(message: string | null | undefined): string {
  if (!message) return texts.failed;
  return known[message] ?? (message.endsWith('.') ? message : `${message}.`);
}

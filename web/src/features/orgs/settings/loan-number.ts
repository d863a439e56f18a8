import { texts } from './texts';

const placeholders = ['{YYYY}', '{YY}', '{MM}', '{branch}', '{id}'] as const;

/** The loan number by a pattern. Duplicates the server's rule for the example beside the field. */
export function loanNumber(pattern: string, id: number, branch: string, on: Date): string {
  const year = String(on.getFullYear());
  const values = [year, year.slice(-2), String(on.getMonth() + 1).padStart(2, '0'), branch, String(id)];
  return placeholders.reduce((number, name, at) => number.replaceAll(name, values[at] ?? ''), pattern);
}

/** The error of a pattern, if any. */
export function patternProblem(pattern: string): string | undefined {
  const rest = placeholders.reduce((text, name) => text.replaceAll(name, ' '), pattern);
  if (pattern.length > 60) return texts.patternLength;
  if (/[{}]/.test(rest)) return texts.patternBraces;
  if (!/^[A-Za-z0-9 _/.-]*$/.test(rest)) return texts.patternChars;
  return pattern.includes('{id}') ? undefined : texts.patternNeedsId;
}

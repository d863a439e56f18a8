import { type ParsedLocation, redirect } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was taken out of the address. */
    secrets?: Record<string, string>;
  }
}

/**
 * Takes codes and tokens out of the address before anything is drawn: it is seen, shared, and told to others. They stay
 * with the entry of the browser's history, so that a reload still has them.
 */
export function takeSecrets<Name extends string>(
  { pathname, search, state }: Pick<ParsedLocation, 'pathname' | 'state'> & { search: Record<string, unknown> },
  ...names: Name[]
): { secrets: { [N in Name]?: string } } {
  const found = names.filter((name) => typeof search[name] === 'string');
  if (found.length === 0) return { secrets: (state.secrets ?? {}) as { [N in Name]?: string } };
  const rest = Object.fromEntries(Object.entries(search).filter(([name]) => !found.includes(name as Name)));
  const secrets = Object.fromEntries(found.map((name) => [name, String(search[name])]));
  throw redirect({ to: pathname, search: rest, state: { secrets }, replace: true } as never);
}

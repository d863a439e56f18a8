import { type ParsedLocation, redirect } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Secrets removed from the URL. */
    secrets?: Record<string, string>;
  }
}

/**
 * Removes codes and tokens from the URL before anything is rendered, because a URL can be seen, shared and sent to
 * other servers. The history entry keeps them, so that a reload still has them.
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

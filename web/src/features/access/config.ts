import { useQuery } from '@tanstack/react-query';
import type { Config } from '@/api/types';
import { within } from '@/shared/lib/within';

/** Without an answer within this time the start fails, and the page says so. */
const longestMs = 10_000;

export const configQuery = {
  queryKey: ['config'],
  queryFn: loadConfig,
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** How this installation runs. Nothing works without it, so a failure is the start-up's failure. */
export async function loadConfig(): Promise<Config> {
  const response = await within(longestMs, window.keyturnStart?.config ?? fetch('/api/config'));
  if (!response.ok) throw new Error(`/api/config answered ${response.status}`);
  return withIssuer((await within(longestMs, response.json())) as Config, window.location.origin);
}

/**
 * The embedded provider's address is told relative to the application's; tokens name it in full. Another issuer is kept to
 * the letter: its tokens are compared with it.
 */
export const withIssuer = (config: Config, origin: string): Config => {
  const { issuer } = config.auth;
  return { ...config, auth: { ...config.auth, issuer: issuer.startsWith('/') ? origin + issuer : issuer } };
};

/** The configuration, which was loaded before the first screen. */
export function useConfig(): Config {
  const { data } = useQuery(configQuery);
  if (!data) throw new Error('The configuration is loaded before any screen is drawn');
  return data;
}

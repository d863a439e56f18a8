import { useQuery } from '@tanstack/react-query';
import type { Config } from '@/api/types';
import { within } from '@/shared/lib/within';

/** If there is no response within this time, startup fails and the page says so. */
const longestMs = 10_000;

export const configQuery = {
  queryKey: ['config'],
  queryFn: loadConfig,
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** Loads this installation's configuration. Nothing works without it, so startup fails if this fails. */
export async function loadConfig(): Promise<Config> {
  const response = await within(longestMs, window.keyturnStart?.config ?? fetch('/api/config'));
  if (!response.ok) throw new Error(`/api/config answered ${response.status}`);
  return withIssuer((await within(longestMs, response.json())) as Config, window.location.origin);
}

/**
 * Makes the embedded provider's relative address absolute, because tokens contain the absolute one. Any other issuer
 * stays unchanged, because tokens are compared with it.
 */
export const withIssuer = (config: Config, origin: string): Config => {
  const { issuer } = config.auth;
  return { ...config, auth: { ...config.auth, issuer: issuer.startsWith('/') ? origin + issuer : issuer } };
};

/** The configuration, loaded before the first page. */
export function useConfig(): Config {
  const { data } = useQuery(configQuery);
  if (!data) throw new Error('The configuration is loaded before any screen is drawn');
  return data;
}

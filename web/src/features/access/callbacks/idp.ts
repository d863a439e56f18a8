/**
 * The address of an identity provider that starts a sign-in by itself, where it may be trusted: over https, on a host that
 * the installation names, and nothing hidden in it.
 */
export function trustedProvider(sso: string | undefined, hosts: readonly string[]): string | null {
  if (!sso || !URL.canParse(sso)) return null;
  const { protocol, host, username, password, href } = new URL(sso);
  const isTrusted = protocol === 'https:' && !username && !password && hosts.includes(host);
  return isTrusted ? href : null;
}

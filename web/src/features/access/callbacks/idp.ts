/**
 * The address of an identity provider that starts a sign-in, if it is trusted: https, a host that the installation
 * lists, and no credentials in the address.
 */
export function trustedProvider(sso: string | undefined, hosts: readonly string[]): string | null {
  if (!sso || !URL.canParse(sso)) return null;
  const { protocol, host, username, password, href } = new URL(sso);
  const isTrusted = protocol === 'https:' && !username && !password && hosts.includes(host);
  return isTrusted ? href : null;
}

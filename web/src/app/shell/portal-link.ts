/** The link to a borrower portal. The officer's NMLS id becomes the last path segment unless it already is. */
export function borrowerPortalLink(address: string, nmlsId: string | null | undefined): string {
  const [path = '', ...query] = address.split('?');
  const bare = path.replace(/\/+$/, '');
  const link = !nmlsId || bare.endsWith(`/${nmlsId}`) ? bare : `${bare}/${nmlsId}`;
  return [link, ...query].join('?');
}

/** The link to the same portal in Spanish. */
export const inSpanish = (link: string): string => `${link}${link.includes('?') ? '&' : '?'}lang=es`;

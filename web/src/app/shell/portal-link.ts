/** The link to a borrower portal: with the officer's NMLS id at its end, where it is not there already. */
export function borrowerPortalLink(address: string, nmlsId: string | null | undefined): string {
  const bare = address.replace(/\/+$/, '');
  return !nmlsId || bare.endsWith(`/${nmlsId}`) ? bare : `${bare}/${nmlsId}`;
}

/** The same in Spanish. */
export const inSpanish = (link: string): string => `${link}?lang=es`;

/**
 * The licensing id of a borrower portal: the number that is the first segment of its addresses. Null elsewhere; a number
 * stands nowhere else in that place.
 */
export const licensingIdOf = (pathname: string): string | null => /^\/(\d+)(?=\/|$)/.exec(pathname)?.[1] ?? null;

/** What every address of this program begins with: the licensing id in a borrower portal, nothing elsewhere. */
export const baseOf = (pathname: string): string => {
  const id = licensingIdOf(pathname);
  return id ? `/${id}` : '';
};

export const appBase = (): string => baseOf(window.location.pathname);

/** A path of this program as the browser's address has it. */
export const appPath = (path: string): string => appBase() + path;

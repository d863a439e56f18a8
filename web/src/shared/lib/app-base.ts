/**
 * The licensing id of a borrower portal: the number in the first segment of its URLs. Null elsewhere; no other URL
 * starts with a number.
 */
export const licensingIdOf = (pathname: string): string | null => /^\/(\d+)(?=\/|$)/.exec(pathname)?.[1] ?? null;

/** The prefix of every path: the licensing id in a borrower portal, empty elsewhere. */
export const baseOf = (pathname: string): string => {
  const id = licensingIdOf(pathname);
  return id ? `/${id}` : '';
};

export const appBase = (): string => baseOf(window.location.pathname);

/** The browser path for a path of the app. */
export const appPath = (path: string): string => appBase() + path;
